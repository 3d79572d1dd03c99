import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { compressedFiles, pageFiles } from './page-files.ts'
import { referencePage } from './src/reference/plugin.tsx'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig(({ mode }) => {
  const { API_TARGET = 'http://127.0.0.1:8080' } = loadEnv(mode, root, 'API_')
  return {
    root,
    plugins: [react(), referencePage(), pageFiles(), compressedFiles()],
    build: {
      outDir: 'dist',
      target: 'es2022',
      // The content security policy allows no data: address for fonts and scripts.
      assetsInlineLimit: 0,
      rolldownOptions: { input: ['index.html', 'docs/index.html'].map((page) => `${root}${page}`) },
      modulePreload: { polyfill: false },
    },
    server: {
      // `/api` itself is a page; everything below it belongs to the service.
      proxy: { '^/api/.+': { target: API_TARGET } },
    },
  }
})
