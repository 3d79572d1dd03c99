import path from 'node:path'
import type { Arguments } from './arguments.ts'

/** A file or an address of the command, and what its results are called, which is its own in this run. */
export type Input = { readonly given: string; readonly url: URL | null; readonly stem: string }

const extensions = { png: 'png', jpeg: 'jpg', webp: 'webp', pdf: 'pdf' } as const

export function inputsOf({ files, output }: Arguments): readonly Input[] {
  const taken = new Set<string>()
  return files.map((given) => {
    const url = /^https?:\/\//i.test(given) ? new URL(given) : null
    const name = url ? path.posix.basename(url.pathname) || url.hostname : given
    const folder = path.resolve(output ?? (url ? '.' : path.dirname(given)))
    const plain = path.join(folder, `${path.basename(name, path.extname(name))}_equerre`)
    let stem = plain
    for (let number = 2; taken.has(stem); number += 1) stem = `${plain}-${number}`
    taken.add(stem)
    return { given, url, stem }
  })
}

type Place = { readonly page: number; readonly count: number }

/** Where a page goes: into an assembly alone, unless a folder is named; text that is only read goes to the screen then. */
export function outputOf(
  { stem }: Input,
  { verb, output, pdf, text, making }: Arguments,
  { page, count }: Place,
): { readonly path: string | null; readonly textPath: string | null } {
  const numbered = count === 1 ? stem : `${stem}_p${String(page).padStart(String(count).length, '0')}`
  const kept = pdf === undefined || output !== undefined
  const pictures = (verb === 'straighten' || verb === 'batch') && kept
  const texts = text && (verb === 'read' ? output !== undefined : kept)
  return {
    path: pictures ? `${numbered}.${extensions[making.format ?? 'png']}` : null,
    textPath: texts ? `${numbered}.txt` : null,
  }
}
