import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DebugPictures } from '../core/debug.ts'

/** Writes each intermediate picture of a step to its own folder as PNM, which needs no encoder. */
export function openDebugFolder(dir: string, stepId: string): DebugPictures {
  const folder = join(dir, stepId)
  mkdirSync(folder, { recursive: true })
  return (name, { width, height, data }) => {
    const type = data.length === width * height ? 5 : 6
    const extension = type === 5 ? 'pgm' : 'ppm'
    writeFileSync(
      join(folder, `${name}.${extension}`),
      Buffer.concat([Buffer.from(`P${type} ${width} ${height} 255\n`), data]),
    )
  }
}
