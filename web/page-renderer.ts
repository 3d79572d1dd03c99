import { languageBases, type Language } from '@equerre/contract/language'
import { renderPageFile } from '@equerre/contract/page-facts'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { classNames } from './component-styles.ts'
import { serverConditions } from './conditions.ts'

/**
 * Builds the pages a second time as one dependency-free file for Node, with which the gateway renders them before
 * their scripts load. The leading dot keeps it from being served.
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
        // The gateway's own NODE_ENV must not decide which React build it runs.
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
