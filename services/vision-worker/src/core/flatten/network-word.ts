import { showsPaper, type NetworkSeen, type Place } from './network.ts'
import { flatSheet, seenAt, type Sheet } from './sheet.ts'

/** How likely the network finds a bend, from when on it says so, and up to when it says that there is none. */
const surelyBent = 0.9
const surelyFlat = 0.1
/** Of how far its places were off on a flat sheet, so much may be left on one that it confirms; in deviations, so much contradicts. */
const leftMax = 0.7
const deviationsMax = 3
/** Of what bends far, beyond its picture, it sees so much. */
const seenOfFar = 1 / 3

/**
 * Whether the network confirms the shape of a sheet, or contradicts it. Its confirmation counts of a sheet alone that it has not
 * shaped; it may still contradict one that it has.
 */
export function networkWord(sheet: Sheet, network: NetworkSeen | null): 'bent' | 'otherwise' | null {
  if (network === null) return null
  const { bent } = network
  if (bent <= surelyFlat) return 'otherwise'
  const places = network.places.filter(showsPaper)
  if (places.length === 0) return null
  const [before, after] = [placesOff(flatSheet(sheet), places), placesOff(sheet, places)]
  // It is not sure of a bend, and of this one it sees nothing.
  if (bent < surelyBent && after.off >= before.off) return 'otherwise'
  const isConfirmed = ({ off }: { off: number }) => bent >= surelyBent && off <= leftMax * before.off
  if (after.deviations <= deviationsMax) return isConfirmed(after) ? 'bent' : null
  return isConfirmed(placesOff(weaker(sheet, seenOfFar), places)) ? null : 'otherwise'
}

function weaker(sheet: Sheet, share: number): Sheet {
  return { ...sheet, coefficients: sheet.coefficients.map((coefficient) => share * coefficient) }
}

/** How far off places are on a sheet, on average, and how many of their deviations that is. */
function placesOff(
  sheet: Sheet,
  places: readonly Place[],
): { readonly off: number; readonly deviations: number } {
  let [off, deviations] = [0, 0]
  for (const { seen, flat, sd } of places) {
    const [x, y] = seenAt(sheet, flat)
    off += Math.hypot(x - seen[0], y - seen[1]) / places.length
    deviations += (Math.abs(x - seen[0]) / sd[0] + Math.abs(y - seen[1]) / sd[1]) / (2 * places.length)
  }
  return { off, deviations }
}
