import path from 'node:path'
import type { CSSModulesOptions, Plugin } from 'vite'

/**
 * `JobCard_title` is the class `title` of `JobCard.module.css`: whoever reads the page sees whose it is, and the pages that the
 * gateway draws, the reference and the browser's scripts agree without a table. No two such files share their name.
 */
export const classNames: CSSModulesOptions = {
  generateScopedName: (name, file) => `${path.basename(file).replace(/\.module\.css.*$/, '')}_${name}`,
}

/**
 * Keeps the sheet of which only the names are used: they are written where they are used, and the bundler would then leave
 * out what they came from.
 */
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
