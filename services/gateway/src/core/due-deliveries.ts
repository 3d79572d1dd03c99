/** A delivery that waits, or is on its way, with what shares its bounds. */
type Share = { readonly ownerId: string; readonly host: string }
export type Due = Share & { readonly id: string }
export type Bounds = { readonly perOwner: number; readonly perHost: number }

/** How many are on their way, by owner and by host. */
export type InFlight = { readonly owners: Map<string, number>; readonly hosts: Map<string, number> }

/**
 * Chooses, in order of their turn, as many as may be on their way at once: an owner has no more than its window, and nobody's
 * receiver gets more at once than it can be expected to take. Counts them in.
 * @returns ids
 */
export function chooseDue(due: readonly Due[], inFlight: InFlight, { perOwner, perHost }: Bounds): string[] {
  const chosen: string[] = []
  for (const { id, ownerId, host } of due) {
    const [ofOwner, ofHost] = [inFlight.owners.get(ownerId) ?? 0, inFlight.hosts.get(host) ?? 0]
    if (ofOwner >= perOwner || ofHost >= perHost) continue
    inFlight.owners.set(ownerId, ofOwner + 1)
    inFlight.hosts.set(host, ofHost + 1)
    chosen.push(id)
  }
  return chosen
}

/** Those that have no room left: no use looking at what else they wait for. */
export function fullOnes(counts: ReadonlyMap<string, number>, most: number): string[] {
  return [...counts].filter(([, count]) => count >= most).map(([name]) => name)
}
