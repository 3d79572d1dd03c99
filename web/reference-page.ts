import { languageBases, type Language } from '@equerre/contract/language'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, preprocessCSS, type Plugin } from 'vite'
import { classNames } from './component-styles.ts'
import { serverConditions } from './conditions.ts'
import { fillIn, isOfReference } from './documents.ts'
import type { renderReference } from './src/reference/render.tsx'

type RenderModule = { readonly renderReference: typeof renderReference }
type Drawn = ReturnType<typeof renderReference> & { readonly css: string }

const root = fileURLToPath(new URL('.', import.meta.url))
/** A virtual file, referred to by docs/index.html and docs/changelog/index.html. */
const sheet = '/src/reference/components.css'

/**
 * Renders the reference, from the contract's OpenAPI document, into its page at build time, the log of its changes into another, and both into files for programs. It has no script to
 * load its components' styles, hence a sheet of them.
 */
export function referencePage(language: Language): Plugin {
  let command: 'build' | 'serve' = 'build'
  let drawn: Promise<Drawn> | undefined
  const folder = languageBases[language].slice(1)
  const reference = () => (drawn ??= draw(command, language))
  return {
    name: 'reference-page',
    configResolved: (config) => {
      command = config.command
    },
    buildStart: () => {
      drawn = undefined
    },
    resolveId: (source) => (source === sheet ? sheet : null),
    load: async (id) => (id === sheet ? (await reference()).css : null),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { path: page }) =>
        isOfReference(page) ? fillIn(html, (await reference()).values) : html,
    },
    async generateBundle() {
      for (const [name, source] of Object.entries((await reference()).files))
        this.emitFile({ type: 'asset', fileName: path.posix.join(folder, name), source })
    },
  }
}

/** Renders through Vite, because Node alone cannot import style sheets. */
async function draw(command: 'build' | 'serve', language: Language): Promise<Drawn> {
  const vite = await createServer({
    configFile: false,
    root,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    css: { modules: classNames(command) },
    plugins: [react()],
    ssr: { resolve: { conditions: serverConditions(language) } },
  })
  try {
    const drawing = (await vite.ssrLoadModule('/src/reference/render.tsx')) as RenderModule
    const files = [...vite.environments.ssr.moduleGraph.fileToModulesMap.keys()]
    const sheets = files
      .filter((file) => file.endsWith('.module.css'))
      .map((file) => preprocessCSS(readFileSync(file, 'utf8'), file, vite.config))
    return {
      ...drawing.renderReference(),
      css: (await Promise.all(sheets)).map(({ code }) => code).join('\n'),
    }
  } finally {
    await vite.close()
  }
}
