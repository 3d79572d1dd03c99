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
 * Modules shared by most pages, and the home page's styles, go into one chunk: ten one-kilobyte scripts would load
 * one after another, and the first paint would wait for every style sheet.
 */
const shared = new RegExp(
  [
    String.raw`web/src/(ui/|api/(?!steps|retry|upload|files|top-up|keys|webhooks)|words/(../(shell|format|typography)|\w+\.ts))`,
    String.raw`infra/words/src/(formats|lazily)`,
    String.raw`web/src/(home/Demonstration|pages/(HomePage|NotFoundPage)|shell/\w+)\.module\.css`,
    'node_modules/(react|react-dom|react-router|scheduler|zustand|@tanstack)/',
  ].join('|'),
)

/**
 * Builds the page in one language: French, or English with `--mode english`. `#words` resolves to that language's
 * catalogues, so that no page carries the texts of the other.
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
        // Inline class names where they are used, instead of sending tables of them.
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: { codeSplitting: { groups: [{ name: 'shared', test: shared }] } },
      },
      // The PDF library alone exceeds the default warning limit; it loads on a click.
      chunkSizeWarningLimit: 700,
      modulePreload: { polyfill: false },
    },
    server: {
      // `/api` itself is a page; everything below it belongs to the service.
      proxy: { '^/api/.+': { target: API_TARGET } },
    },
  }
})
