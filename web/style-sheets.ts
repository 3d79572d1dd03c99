import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import postcss, { type Declaration, type Root } from 'postcss'

const source = fileURLToPath(new URL('src', import.meta.url))
/** Written by `npm run class-types`. */
export const classTypesFile = path.join(source, 'styles/class-names.d.ts')

/** A style sheet, by its path below `src`. */
export type Sheet = { readonly file: string; readonly root: Root }

export function readSheets(): Sheet[] {
  return sourceFiles('**/*.css').map(({ file, text }) => ({ file, root: postcss.parse(text) }))
}

/** Files below `src`, sorted by name. */
export function sourceFiles(pattern: string): { file: string; text: string }[] {
  return globSync(pattern, { cwd: source })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }))
}

export const isModule = ({ file }: Sheet) => file.endsWith('.module.css')

/** The classes of the same sheet that others compose. */
export function composed({ root }: Sheet): string[] {
  return declarations(root)
    .filter(({ prop }) => prop === 'composes')
    .flatMap(({ value }) => value.split(' '))
}

/** The classes that a sheet styles. */
export function classesOf({ root }: Sheet): string[] {
  const names = new Set<string>()
  root.walkRules(({ selector }) => {
    for (const [, name = ''] of selector.matchAll(/\.([a-z][\w-]*)/gi)) names.add(name)
  })
  return [...names]
}

export function declarations(root: Root): Declaration[] {
  const found: Declaration[] = []
  root.walkDecls((declaration) => void found.push(declaration))
  return found
}

/** Type declarations of the classes, so that using a class that does not exist is a type error. */
export function classTypes(sheets: readonly Sheet[]): string {
  const modules = sheets.map((sheet) => {
    const names = classesOf(sheet).map((name) => `\n  export const ${name}: string`)
    const body = names.length > 0 ? `${names.join('')}\n` : ''
    return `declare module '*/${path.basename(sheet.file)}' {${body}}\n`
  })
  return [
    '/* oxlint-disable max-lines */\n// Written by `npm run class-types` from the style sheets beside the components.\n',
    ...modules,
  ].join('\n')
}
