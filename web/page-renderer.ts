import { languageBases, type Language } from '@equerre/contract/language'
import { renderPageFile } from '@equerre/contract/page-facts'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { classNames } from './component-styles.ts'
import { serverConditions } from './conditions.ts'

/**
 * Builds once more what draws the pages, as one file that Node runs without any package: with it the gateway draws them
 * before their scripts are there. The leading dot keeps it from being served.
 */
export function pageRenderer(language: Language): Plugin {
  return {
    name: 'page-renderer',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const { dir: folder, base } = path.parse(path.posix.join(`.${languageBases[language]}`, renderPageFile))
      await build({
        configFile: false,
        root: fileURLToPath(new URL('.', import.meta.url)),
        logLevel: 'warn',
        css: { modules: classNames('build') },
        plugins: [react()],
        publicDir: false,
        // The gateway's own surroundings do not decide which React it runs.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        ssr: { noExternal: true, resolve: { conditions: serverConditions(language) } },
        build: {
          ssr: 'src/render.tsx',
          outDir: path.join(dir, folder),
          emptyOutDir: true,
          rolldownOptions: { output: { entryFileNames: base, codeSplitting: false } },
        },
      })
    },
  }
}
