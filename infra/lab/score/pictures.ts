import type { Quad } from '@equerre/geometry/quad'
import { quadToRelative, wholeFrame, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import { photographDocument, photographNothing, scanFlat, type Picture } from '@equerre/testkit/pictures'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type PictureKind = 'document' | 'negative' | 'flat'

/** A picture that is read or generated only when needed, so that a thousand fit into memory. */
export type Sample = {
  readonly name: string
  /** Its origin: totals are also averaged over sources, because one source may supply half of the pictures. */
  readonly source: string
  readonly kind: PictureKind
  /** Words from its annotation. */
  readonly tags: readonly string[]
  readonly load: () => Promise<Loaded>
}

/** The documents on it, relative to the upright picture, the main one first; none on a negative. */
export type Loaded = { readonly bytes: Buffer; readonly truths: readonly RelativeQuad[] }

type Entry = {
  readonly file: string
  readonly repo?: string
  readonly width: number
  readonly height: number
  readonly corners?: Quad<PhotoPoint>
  readonly tags?: readonly string[]
  /** Further documents on the same picture. */
  readonly others?: readonly Quad<PhotoPoint>[]
}

const parts = [
  { kind: 'document', index: 'documents/annotations.json', files: 'documents/images' },
  { kind: 'negative', index: 'negatives/index.json', files: 'negatives/files' },
  { kind: 'flat', index: 'flat/index.json', files: 'flat/files' },
] as const

/** The pictures of all folders; without any, those that are generated. */
export async function samplesFrom(
  folders: readonly string[],
  generate: () => readonly Sample[],
): Promise<readonly Sample[]> {
  return folders.length > 0 ? (await Promise.all(folders.map(readSamples))).flat() : generate()
}

/**
 * The pictures of a folder that contains `documents`, `negatives` and `flat`, or some of them, each with its
 * index.
 * @throws Error if it contains none
 */
export async function readSamples(folder: string): Promise<Sample[]> {
  const present = parts.filter(({ index }) => existsSync(join(folder, index)))
  if (present.length === 0)
    throw new Error(`${folder} has none of ${parts.map(({ index }) => index).join(', ')}`)
  const read = present.map(async ({ kind, index, files }) => {
    const entries = JSON.parse(await readFile(join(folder, index), 'utf8')) as Entry[]
    return entries.map((entry): Sample => ({
      name: entry.file,
      source: entry.repo ?? 'folder',
      kind,
      tags: entry.tags ?? [],
      load: async () => ({
        bytes: await readFile(join(folder, files, entry.file)),
        truths: truthsOf(kind, entry),
      }),
    }))
  })
  return (await Promise.all(read)).flat()
}

function truthsOf(kind: PictureKind, entry: Entry): RelativeQuad[] {
  if (kind === 'flat') return [wholeFrame]
  const quads = entry.corners ? [entry.corners, ...(entry.others ?? [])] : []
  return quads.map((quad) => quadToRelative(quad, entry))
}

const upright = { width: 900, height: 1200 }
const landscape = { width: 1200, height: 900 }

/** Seeds for scoring: neither a test nor the fit has used the pictures from here on. */
export const scoredFrom = 5_000_000

/** Pictures that the repository draws, by seed: out of sixteen, one is a flat scan and two show no document. */
export function generateSamples(count: number, firstSeed: number): Sample[] {
  return Array.from({ length: count }, (_, i) => {
    const seed = firstSeed + i
    const table = { seed, ...(i % 3 === 0 ? upright : landscape), underlays: i % 4 }
    if (i % 16 === 7) return generated('flat', i, () => scanFlat({ seed }))
    if (i % 8 === 3) return generated('negative', i, () => photographNothing(table))
    const coverage = 0.06 + (0.84 * (i % 13)) / 12
    return generated('document', i, () => photographDocument({ ...table, coverage }))
  })
}

const smallTable = { width: 800, height: 600 }
const largeTable = { width: 1500, height: 1200 }

/** Tables without a document, by seed, each in two sizes: a page that fills the frame looks much like one. */
export function generateTables(count: number, firstSeed: number): Sample[] {
  return Array.from({ length: count }, (_, i) => {
    const table = { seed: firstSeed + (i >> 1), ...(i % 2 === 0 ? largeTable : smallTable) }
    return generated('negative', i, () => photographNothing(table))
  })
}

function generated(kind: PictureKind, i: number, make: () => Promise<Picture>): Sample {
  const load = async (): Promise<Loaded> => {
    const picture = await make()
    return { bytes: picture.jpeg, truths: picture.corners ? [quadToRelative(picture.corners, picture)] : [] }
  }
  return { name: `${kind}-${i}`, source: 'testkit', kind, tags: [], load }
}
