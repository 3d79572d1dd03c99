import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** A refusal that the model is told. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Of the formats that the service reads: what each begins with, and where. */
const marks: readonly (readonly [offset: number, mark: string])[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG'],
  [0, 'GIF8'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  [8, 'WEBP'],
  [4, 'ftyp'],
]
const bytesMax = 200_000_000
const unreadable = 'The file cannot be read.'

/**
 * The folders that a person has named when the server was started. A model may be led to ask for anything, by what it reads on a page for
 * one, so that no other file is opened, none that is no picture or PDF, and none is ever overwritten.
 */
export class Disk {
  readonly #folders: readonly string[]
  readonly #out: string | undefined

  private constructor(folders: readonly string[], out: string | undefined) {
    this.#folders = folders
    this.#out = out
  }

  /** @param out where results go; by default beside their source, or in the first folder. @throws Error for a folder that is not there */
  static async open(folders: readonly string[], out?: string): Promise<Disk> {
    const real = (folder: string) => realpath(folder)
    return new Disk(await Promise.all(folders.map(real)), out === undefined ? undefined : await real(out))
  }

  /** @throws Refused */
  async read(asked: string): Promise<{ file: File; digest: string }> {
    const real = await this.#inside(asked)
    // What was looked at is what is read: a link put there meanwhile is not followed, a pipe not waited for.
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      () => null,
    )
    if (handle === null) throw new Refused(unreadable)
    try {
      const facts = await handle.stat()
      if (!facts.isFile()) throw new Refused(unreadable)
      if (facts.size > bytesMax) throw new Refused('The file is larger than any that Équerre takes.')
      const bytes = await handle.readFile()
      if (!isDocument(bytes)) throw new Refused('The file is neither a picture nor a PDF. Nothing was sent.')
      const digest = createHash('sha256').update(bytes).digest('hex')
      return { file: new File([bytes], path.basename(real)), digest }
    } finally {
      await handle.close()
    }
  }

  /**
   * Keeps what was made, under a name that is free.
   * @param source what it was made of, if that is a file of ours
   * @returns its path
   */
  async keep(bytes: Uint8Array, name: string, source?: string): Promise<string> {
    const beside = source === undefined ? undefined : path.dirname(await this.#inside(source))
    const folder = this.#out ?? beside ?? this.#folders[0]
    if (folder === undefined) throw new Refused('There is no folder to write to.')
    const { name: stem, ext } = path.parse(name)
    for (let number = 1; ; number += 1) {
      const target = path.join(folder, number === 1 ? name : `${stem}-${number}${ext}`)
      if (await isWritten(target, bytes)) return target
    }
  }

  async #inside(asked: string): Promise<string> {
    const [first = ''] = this.#folders
    // The same answer for what is not there and what is not theirs to see: it tells nothing of the disk.
    const real = await realpath(path.resolve(first, asked)).catch(() => null)
    if (real !== null && this.#folders.some((folder) => isBelow(real, folder))) return real
    throw new Refused(`There is no such file in the folders that are allowed: ${this.#folders.join(', ')}.`)
  }
}

async function isWritten(target: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeFile(target, bytes, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file)
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  )
}

function isDocument(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 1_024))
  return marks.some(([offset, mark]) => head.startsWith(mark, offset)) || head.includes('%PDF-')
}
