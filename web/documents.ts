import { languageBases, type Language } from '@equerre/contract/language'
import { pageWords as inEnglish, shellWords as shellInEnglish } from '@equerre/words/en/pages'
import { pageWords as inFrench, shellWords as shellInFrench } from '@equerre/words/fr/pages'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const templates = ['index.html', 'docs/index.html', 'docs/changelog/index.html']
/** Those that the reference fills. */
export const isOfReference = (file: string) => /\/docs\/(changelog\/)?index\.html$/.test(file)
const shells = {
  fr: { lang: 'fr', locale: 'fr_FR', ...inFrench.home, ...shellInFrench },
  en: { lang: 'en', locale: 'en_GB', ...inEnglish.home, ...shellInEnglish },
} as const satisfies Record<Language, object>

/** Paths of a language's HTML documents: one per template, in the language's folder. */
export function documentsIn(language: Language): string[] {
  return templates.map((template) => path.join(root, languageBases[language], template))
}

/** Fills a language’s words into the templates, as in `%title%`. Only the French documents exist as files. */
export function documents(language: Language): Plugin {
  const templateOf = new Map(documentsIn(language).map((file, i) => [file, path.join(root, templates[i]!)]))
  return {
    name: 'documents',
    enforce: 'pre',
    resolveId: (source) => (templateOf.has(source) ? source : null),
    load: (id) => (templateOf.has(id) ? readFileSync(templateOf.get(id)!, 'utf8') : null),
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path: at }) => (isOfReference(at) ? html : fillIn(html, shells[language])),
    },
  }
}

/** @throws Error for an unknown name */
export function fillIn(html: string, words: Readonly<Record<string, string>>): string {
  return html.replace(/%(\w+)%/g, (_, name: string) => {
    if (words[name] === undefined) throw new Error(`no words for %${name}%`)
    return words[name]
  })
}
