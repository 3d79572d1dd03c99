import type { Size } from '@equerre/geometry/spaces'
import type { NetworkAnswer } from './look.ts'

/** The axes along which a picture is mirrored. */
type Mirroring = { readonly across: boolean; readonly down: boolean }

/** The mirrored views of a picture: documents look equally likely in all of them. */
export const mirrorings: readonly Mirroring[] = [
  { across: true, down: false },
  { across: false, down: true },
  { across: true, down: true },
]

/** Mirrors consecutive planes of one size; doing it twice restores them. */
export function mirrorPlanes(planes: Float32Array, { width, height }: Size, by: Mirroring): Float32Array {
  const mirrored = new Float32Array(planes.length)
  for (let row = 0; row < planes.length / width; row++) {
    const plane = Math.floor(row / height) * height
    const from = (by.down ? 2 * plane + height - 1 - row : row) * width
    for (let column = 0; column < width; column++) {
      mirrored[row * width + column] = planes[from + (by.across ? width - 1 - column : column)]!
    }
  }
  return mirrored
}

/** The answer to a mirrored input, mapped back to the unmirrored one. */
export function mirrorAnswer({ maps, ...flags }: NetworkAnswer, by: Mirroring): NetworkAnswer {
  const size = { width: maps.columns, height: maps.rows }
  return {
    ...flags,
    maps: {
      ...maps,
      corner: mirrorPlanes(maps.corner, size, by),
      inside: mirrorPlanes(maps.inside, size, by),
      side: mirrorPlanes(maps.side, size, by),
    },
  }
}

/** The mean of several answers to the same picture. */
export function meanAnswer(answers: readonly NetworkAnswer[]): NetworkAnswer {
  const mean = (of: (answer: NetworkAnswer) => number) =>
    answers.reduce((sum, answer) => sum + of(answer), 0) / answers.length
  const meanMap = (of: (answer: NetworkAnswer) => Float32Array) =>
    Float32Array.from({ length: of(answers[0]!).length }, (_, at) => mean((answer) => of(answer)[at]!))
  return {
    present: mean(({ present }) => present),
    fullFrame: mean(({ fullFrame }) => fullFrame),
    several: mean(({ several }) => several),
    maps: {
      ...answers[0]!.maps,
      corner: meanMap(({ maps }) => maps.corner),
      inside: meanMap(({ maps }) => maps.inside),
      side: meanMap(({ maps }) => maps.side),
    },
  }
}
