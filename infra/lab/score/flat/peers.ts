import { cloneFolder } from '@equerre/local/tools'
import type { Point } from '@equerre/geometry/point'
import { openCodec } from '@equerre/vision-worker/src/adapters/codec.ts'
import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** What others make of our straightened page, and one of them of the photograph. */
export const peerNames = ['page-dewarp', 'UVDoc', 'UVDoc, photograph'] as const
type PeerName = (typeof peerNames)[number]

/** A peer's picture, and where an even grid of its places was on the picture that it was given, in pixels. */
export type PeerCut = {
  readonly image: RgbImage
  readonly columns: number
  readonly rows: number
  readonly at: readonly Point[]
  readonly cpuMs: number
}

type Given = { readonly straightened: RgbImage; readonly photograph: RgbImage }

/** Null of those that made nothing of it. */
export type Peers = (given: Given) => Promise<Readonly<Record<PeerName, PeerCut | null>>>

const venv = path.join(cloneFolder, '.local/flat-peers')
const lock = path.join(import.meta.dirname, 'requirements.txt')
const codec = openCodec({ pixelsMax: 100_000_000 })

/** Installs the peers from their own lock, as far as that is not done. @throws Error where they cannot be */
export function openPeers(): Peers {
  const python = path.join(venv, 'bin/python')
  const done = path.join(venv, 'installed.txt')
  if (!existsSync(done) || readFileSync(done, 'utf8') !== readFileSync(lock, 'utf8')) {
    rmSync(venv, { recursive: true, force: true })
    execFileSync('python3', ['-m', 'venv', venv])
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--requirement', lock])
    copyFileSync(lock, done)
  }
  return async (given) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'score-flat-'))
    try {
      for (const name of ['straightened', 'photograph'] as const)
        await writeFile(path.join(folder, `${name}.png`), await codec.encodePng(given[name]))
      const script = path.join(import.meta.dirname, 'peers.py')
      await promisify(execFile)(python, [script, folder], { cwd: folder })
      return await madeIn(folder)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
}

type Written = Omit<PeerCut, 'image'> & { readonly file: string }

async function madeIn(folder: string): Promise<Record<PeerName, PeerCut | null>> {
  const text = await readFile(path.join(folder, 'made.json'), 'utf8')
  const made = JSON.parse(text) as Partial<Record<PeerName, Written>>
  const each = peerNames.map(async (name) => {
    const written = made[name]
    if (!written) return [name, null] as const
    const image = await codec.decodeWhole(await readFile(path.join(folder, written.file)))
    return [name, { ...written, image }] as const
  })
  return Object.fromEntries(await Promise.all(each)) as Record<PeerName, PeerCut | null>
}
