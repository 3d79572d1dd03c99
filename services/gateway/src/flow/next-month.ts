/** When a key that has spent its month counts anew: the first day of the next one, at 0:00 UTC. */
export function nextMonth(now: Date): { readonly day: string; readonly inS: number } {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return {
    day: first.toISOString().slice(0, 10),
    inS: Math.ceil((first.getTime() - now.getTime()) / 1_000),
  }
}
