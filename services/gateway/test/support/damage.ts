import fc from 'fast-check'

/** One kind of damage to a file's bytes. `at` and `length` are shares of the whole, so that they shrink well. */
export type Damage = {
  readonly kind: 'cut' | 'flip' | 'zero' | 'repeat' | 'number' | 'drop'
  readonly at: number
  readonly length: number
  readonly bits: number
}

const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

/** Mostly small and near the start, where formats keep the fields that decoders rely on. */
export const damages: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom<Damage['kind']>('flip', 'number', 'zero', 'repeat', 'drop', 'cut'),
  at: fc.oneof(
    share,
    share.map((value) => value ** 4),
  ),
  length: share.map((value) => value ** 6),
  bits: fc.integer({ min: 1, max: 255 }),
})

/** Values at which size computations tend to go wrong. */
const numbers = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]

/** A copy of `bytes` with all the damage in `list` applied in order. */
export function damage(bytes: Buffer, list: readonly Damage[]): Buffer {
  return list.reduce(apply, Buffer.from(bytes))
}

function apply(bytes: Buffer, { kind, at, length, bits }: Damage): Buffer {
  const start = Math.floor(at * bytes.length)
  const end = Math.min(bytes.length, start + 1 + Math.floor(length * bytes.length))
  const piece = bytes.subarray(start, end)
  if (kind === 'cut') return bytes.subarray(0, start)
  if (kind === 'drop') return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  if (kind === 'repeat') return Buffer.concat([bytes.subarray(0, end), piece, bytes.subarray(end)])
  if (kind === 'zero') piece.fill(0)
  else if (kind === 'flip') for (let index = 0; index < piece.length; index++) piece[index]! ^= bits
  else if (start + 4 <= bytes.length) bytes.writeUInt32BE(numbers[bits % numbers.length]!, start)
  return bytes
}
