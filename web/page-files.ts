import { languageBases, type Language } from '@equerre/contract/language'
import type { PageName } from '@equerre/contract/pages'
import { pageWords as inEnglish } from '@equerre/words/en/pages'
import { pageWords as inFrench } from '@equerre/words/fr/pages'
import type { PageWords } from '@equerre/words/page-words'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const pageWords = { fr: inFrench, en: inEnglish }
/** Module of each page, loaded after the first script. The home page is part of that; its pictures are not. */
const modules: Readonly<Record<PageName, string | null>> = {
  home: null,
  camscan: 'CamscanPage',
  api: 'ApiPage',
  account: 'AccountPage',
  pricing: 'PricingPage',
  login: 'SignInPage',
  register: 'SignInPage',
  legalNotice: 'LegalPage',
  terms: 'LegalPage',
  withdrawal: 'WithdrawalPage',
  privacy: 'LegalPage',
  cookies: 'LegalPage',
  accessibility: 'LegalPage',
}
/** Scripts get a low priority: a page arrives rendered, so its styles, fonts and pictures load first. */
const scriptTag = /<(?:script type="module"|link rel="modulepreload")/g
/** The picture the home page's demonstration shows as soon as it is hydrated. */
const heroSheet = '/img/feuille.webp'

/**
 * Writes a copy of each script and style sheet at brotli's highest level. That takes a second for the largest, too
 * long during a request, and makes files a sixth smaller than what the gateway could compress on the fly.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css)$/.test(fileName)) continue
          const source = brotliCompressSync(file.type === 'chunk' ? file.code : file.source)
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source })
        }
      },
    },
  }
}

/**
 * Writes one document per page, `.pages/<name>.html` in the language's folder, with the page's title, description
 * and preloads: browsers would otherwise discover these only in the first script, and search engines run none. The
 * leading dot keeps the files from being served under their own names.
 */
export function pageFiles(language: Language): Plugin {
  const folder = languageBases[language].slice(1)
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle[path.posix.join(folder, 'index.html')]
        if (index?.type !== 'asset') throw new Error('the build wrote no index.html')
        const html = String(index.source).replaceAll(scriptTag, '$& fetchpriority="low"')
        index.source = html
        for (const [name, module] of Object.entries(modules) as [PageName, string | null][]) {
          const links = module === null ? [pictureLink(heroSheet)] : moduleLinks(bundle, module)
          const unasked = links.filter(({ address }) => !html.includes(address)).map(({ tag }) => tag)
          const source = withWords(html, pageWords[language][name]).replace(
            '</head>',
            () => `  ${unasked.join('\n    ')}\n  </head>`,
          )
          this.emitFile({
            type: 'asset',
            fileName: path.posix.join(folder, '.pages', `${name}.html`),
            source,
          })
        }
      },
    },
  }
}

/** Adds the title and description for search engines and link previews. */
function withWords(html: string, { title, description }: PageWords[PageName]): string {
  return html
    .replace(/(?<=<title>)[^<]*/, () => escaped(title))
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => escaped(description))
    .replace(/(?<=<meta property="og:title" content=")[^"]*/, () => escaped(title))
    .replace(/(?<=<meta property="og:description" content=")[^"]*/, () => escaped(description))
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}

type Link = { readonly address: string; readonly tag: string }

function pictureLink(address: string): Link {
  return { address, tag: `<link rel="preload" href="${address}" as="image" fetchpriority="low" />` }
}

/** A module's scripts and style sheets, including their dependencies. */
function moduleLinks(bundle: Rolldown.OutputBundle, module: string): Link[] {
  const entry = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/pages/${module}.tsx`),
  )
  if (entry?.type !== 'chunk') throw new Error(`the build has no chunk for ${module}`)
  const chunks = withImports(bundle, entry)
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [
    ...chunks.map(({ fileName }) => ({
      address: `/${fileName}`,
      tag: `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${fileName}">`,
    })),
    ...[...new Set(styles)].map((fileName) => ({
      address: `/${fileName}`,
      tag: `<link rel="stylesheet" crossorigin href="/${fileName}">`,
    })),
  ]
}

/** Depth first, the order in which style sheets apply. */
function withImports(
  bundle: Rolldown.OutputBundle,
  entry: Rolldown.OutputChunk,
  seen = new Set<Rolldown.OutputChunk>(),
): Rolldown.OutputChunk[] {
  if (seen.has(entry)) return []
  seen.add(entry)
  const imported = entry.imports.flatMap((fileName) => {
    const file = bundle[fileName]
    return file?.type === 'chunk' ? withImports(bundle, file, seen) : []
  })
  return [...imported, entry]
}
