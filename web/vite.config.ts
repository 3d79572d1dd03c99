import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { compressedFiles, pageFiles } from './page-files.ts'
import { pageRenderer } from './page-renderer.ts'
import { referencePage } from './src/reference/plugin.tsx'

const root = fileURLToPath(new URL('.', import.meta.url))

/** What most pages share comes in one piece: ten scripts of a kilobyte each would wait for one another. */
const shared =
  /web\/src\/(ui\/|api\/|typo|format|messages\.fr)|node_modules\/(react|react-dom|react-router|scheduler|zustand|@tanstack)\//

export default defineConfig(({ mode }) => {
  const { API_TARGET = 'http://127.0.0.1:8080' } = loadEnv(mode, root, 'API_')
  return {
    root,
    plugins: [react(), referencePage(), pageFiles(), compressedFiles(), pageRenderer()],
    build: {
      outDir: 'dist',
      target: 'es2022',
      // The content security policy allows no data: address for fonts and scripts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: ['index.html', 'docs/index.html'].map((page) => `${root}${page}`),
        output: { codeSplitting: { groups: [{ name: 'shared', test: shared }] } },
      },
      // The PDF library alone is larger than what is warned of; it comes on the click.
      chunkSizeWarningLimit: 700,
      modulePreload: { polyfill: false },
    },
    server: {
      // `/api` itself is a page; everything below it belongs to the service.
      proxy: { '^/api/.+': { target: API_TARGET } },
    },
  }
})
