/** Of all places, this share decides, so that a thumb or a picture does not. */
const most = 0.8

/** How far off that share of what was seen is, at most; 0 where nothing was seen. */
export function spreadOf(offs: readonly number[], share = most): number {
  const sorted = Float64Array.from(offs, Math.abs).sort()
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}
