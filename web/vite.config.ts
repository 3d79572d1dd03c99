import { languageBases } from '@equerre/contract/language'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { classNames, keptStyles } from './component-styles.ts'
import { clientConditions } from './conditions.ts'
import { documents, documentsIn } from './documents.ts'
import { compressedFiles, pageFiles } from './page-files.ts'
import { pageRenderer } from './page-renderer.ts'
import { referencePage } from './reference-page.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * What most pages share comes in one piece, with the styles of the home page: ten scripts of a kilobyte each would wait for
 * one another, and the first paint for each style sheet.
 */
const shared = new RegExp(
  [
    String.raw`web/src/(ui/|api/|words/(../(shell|format|typography)|\w+\.ts))`,
    String.raw`infra/words/src/(formats|lazily)`,
    String.raw`web/src/(home/Demonstration|pages/(HomePage|NotFoundPage)|shell/\w+)\.module\.css`,
    'node_modules/(react|react-dom|react-router|scheduler|zustand|@tanstack)/',
  ].join('|'),
)

/**
 * The page in one language: French, or English by `--mode english`. The catalogues of `#words` decide, so that nobody fetches the texts
 * of the other.
 */
export default defineConfig(({ command, mode }) => {
  const language = mode === 'english' ? 'en' : 'fr'
  const folder = languageBases[language].slice(1)
  const { API_TARGET = 'http://127.0.0.1:8080' } = loadEnv(mode, root, 'API_')
  return {
    root,
    css: { modules: classNames(command) },
    plugins: [
      react(),
      keptStyles(),
      documents(language),
      referencePage(language),
      pageFiles(language),
      compressedFiles(),
      pageRenderer(language),
    ],
    resolve: { conditions: clientConditions(language) },
    build: {
      outDir: 'dist',
      // Both languages share one folder: French is built first.
      emptyOutDir: language === 'fr',
      copyPublicDir: language === 'fr',
      assetsDir: path.posix.join(folder, 'assets'),
      target: 'es2022',
      // The content security policy allows no data: address for fonts and scripts.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: documentsIn(language),
        // Class names are written where they are used: no table of them is sent.
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
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
