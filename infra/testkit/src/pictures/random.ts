/**
 * Seeded randomness, so that a seed identifies a picture: the same seed gives the same bytes on every
 * machine.
 */
export type Random = {
  /** Uniform in [low, high). */
  between: (low: number, high: number) => number
  /** Uniform integer in [low, high]. */
  integer: (low: number, high: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  chance: (probability: number) => boolean
}

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for pictures. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  const integer = (low: number, high: number) => Math.floor(between(low, high + 1))
  return {
    between,
    integer,
    pick: (items) => items[integer(0, items.length - 1)]!,
    chance: (probability) => next() < probability,
  }
}

/** Smooth value noise in [0, 1] with a period of 256 cells, by bilinear interpolation of a seeded lattice. */
export function createNoise(random: Random): (x: number, y: number) => number {
  const lattice = Float32Array.from({ length: 65_536 }, () => random.between(0, 1))
  return (x, y) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const u = x - column
    const v = y - row
    const left = column & 255
    const right = (column + 1) & 255
    const upper = (row & 255) << 8
    const lower = ((row + 1) & 255) << 8
    const above = lattice[upper | left]! * (1 - u) + lattice[upper | right]! * u
    const below = lattice[lower | left]! * (1 - u) + lattice[lower | right]! * u
    return above * (1 - v) + below * v
  }
}
