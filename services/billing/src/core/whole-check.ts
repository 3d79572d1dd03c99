const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** UTC: the quietest hour of most customers. */
const nightlyHour = 2
/** Until the next night nobody would know that the ledger is sound again. */
const brokenMs = hourMs

/** Whether the whole ledger is to be checked: once a night, and every hour while it is broken. */
export function isWholeCheckDue({
  checkedAt,
  broken,
  now,
}: {
  readonly checkedAt: Date | null
  readonly broken: boolean
  readonly now: Date
}): boolean {
  if (!checkedAt) return true
  const age = now.getTime() - checkedAt.getTime()
  return (broken && age >= brokenMs) || nightOf(now) > nightOf(checkedAt)
}

function nightOf(time: Date): number {
  return Math.floor((time.getTime() - nightlyHour * hourMs) / dayMs)
}
