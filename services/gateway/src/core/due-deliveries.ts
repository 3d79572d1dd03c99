/** What shares bounds. `slow`: of an account whose receivers have lately kept the courier waiting. */
type Share = { readonly ownerId: string; readonly host: string; readonly slow: boolean }
export type Due = Share & { readonly id: string }
/** How many are on their way. */
export type UnderWay = Share & { readonly count: number }
export type Bounds = { readonly all: number; readonly perOwner: number; readonly perHost: number }

/** Nobody has more of what is free than this, so that some is left for whoever comes next. */
const shareOfFree = 1 / 4

/**
 * Chooses as many as may be on their way at once, all together no more than the couriers can begin. Accounts take turns, those who
 * have the least under way first. Whose receivers are slow have half of everything between them, so what hangs does not keep
 * others waiting, however many accounts it hangs for.
 * @param due by account: who has waited longest for a turn first, each with its own in their order
 * @returns ids
 */
export function chooseDue(due: readonly Due[], underWay: readonly UnderWay[], bounds: Bounds): string[] {
  const counts = new Map<string, number>()
  for (const each of underWay) countIn(counts, each, each.count)
  const chosen: string[] = []
  for (const each of byTurn(due, counts)) {
    if (!hasRoom(counts, each, bounds)) continue
    countIn(counts, each, 1)
    chosen.push(each.id)
  }
  return chosen
}

/** Receivers that have no room left, for all or for accounts whose receivers are slow: no use looking at what waits for them. */
export function fullHosts(underWay: readonly UnderWay[], { perHost }: Pick<Bounds, 'perHost'>) {
  const counts = new Map<string, number>()
  for (const each of underWay) countIn(counts, each, each.count)
  const hosts = [...new Set(underWay.map(({ host }) => host))]
  return {
    forAll: hosts.filter((host) => of(counts, `host ${host}`) >= perHost),
    forSlow: hosts.filter((host) => of(counts, `slow host ${host}`) >= half(perHost)),
  }
}

function byTurn(due: readonly Due[], counts: ReadonlyMap<string, number>): Due[] {
  const turns = new Map<string, number>()
  const placed = due.map((each) => {
    const turn = turns.get(each.ownerId) ?? of(counts, `owner ${each.ownerId}`)
    turns.set(each.ownerId, turn + 1)
    return { each, turn }
  })
  return placed.toSorted((a, b) => a.turn - b.turn).map(({ each }) => each)
}

function hasRoom(
  counts: ReadonlyMap<string, number>,
  { ownerId, host, slow }: Share,
  bounds: Bounds,
): boolean {
  const { all, perOwner, perHost } = bounds
  const free = Math.min(all - of(counts, 'all'), slow ? half(all) - of(counts, 'slow') : all)
  const most = Math.min(perOwner, Math.max(1, Math.floor(free * shareOfFree)))
  const full =
    of(counts, `host ${host}`) >= perHost || (slow && of(counts, `slow host ${host}`) >= half(perHost))
  return free > 0 && !full && of(counts, `owner ${ownerId}`) < most
}

function countIn(counts: Map<string, number>, { ownerId, host, slow }: Share, by: number): void {
  const names = ['all', `owner ${ownerId}`, `host ${host}`, ...(slow ? ['slow', `slow host ${host}`] : [])]
  for (const name of names) counts.set(name, of(counts, name) + by)
}

function of(counts: ReadonlyMap<string, number>, name: string): number {
  return counts.get(name) ?? 0
}

function half(most: number): number {
  return Math.max(1, Math.floor(most / 2))
}
