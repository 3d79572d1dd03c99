/**
 * Imported into a process before its program as `shifted-clock.ts?seconds=300`, it moves what `Date` says. Timers, `performance`, the
 * process' own children and the clocks of Postgres and Redis stay as they are: a process whose clock is wrong, not a machine
 * whose clock jumps.
 */
const shiftMs = Number(new URL(import.meta.url).searchParams.get('seconds')) * 1_000
const TrueDate = Date

globalThis.Date = class extends TrueDate {
  constructor(...values: readonly unknown[]) {
    super(...((values.length === 0 ? [TrueDate.now() + shiftMs] : values) as [number]))
  }

  static override now(): number {
    return TrueDate.now() + shiftMs
  }
} as DateConstructor
