import path from 'node:path'
import type { CSSModulesOptions, Plugin } from 'vite'
import { classesOf, isModule, readSheets } from './style-sheets.ts'

/**
 * How class names appear in the page: `JobCard_title` in development, to show the component an element belongs to;
 * in builds two letters, numbered in the order of all names so that the pages rendered by the gateway, the
 * reference and the browser's scripts agree.
 */
export function classNames(command: 'build' | 'serve'): CSSModulesOptions {
  const short = command === 'build' ? shortNames() : new Map<string, string>()
  return {
    generateScopedName: (name, file) => {
      const long = `${path.basename(file).replace(/\.module\.css.*$/, '')}_${name}`
      return short.get(long) ?? long
    },
  }
}

function shortNames(): Map<string, string> {
  const names = readSheets()
    .filter(isModule)
    .flatMap((sheet) => classesOf(sheet).map((name) => `${path.basename(sheet.file, '.module.css')}_${name}`))
  return new Map(names.map((name, index) => [name, letter(index % 26) + Math.floor(index / 26).toString(36)]))
}

const letter = (index: number) => String.fromCharCode('a'.charCodeAt(0) + index)

/** Keeps style sheets whose class names were all inlined, which the bundler would otherwise drop as unused. */
export function keptStyles(): Plugin {
  return {
    name: 'kept-styles',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  }
}
