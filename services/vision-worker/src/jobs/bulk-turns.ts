import type { VisionQueue } from '@equerre/contract/jobs'
import { isQueueEmpty, Postponed, type Redis } from '@equerre/platform/queue'
import type { Slots } from './slots.ts'

/** How long slots are kept free after a step of a single call: the next one of the same call may be on its way. */
const lingerMs = 500

/** Decides when a step of a batch may have a slot. */
export function createBulkTurns(redis: Redis) {
  const lastSingle = new Map<Slots, number>()
  let closing = false
  return {
    /**
     * Whether nothing waits in the lanes that go first, nor is about to.
     * @throws Postponed once the worker closes, which begins nothing more that nobody waits for
     */
    isItsTurn: (slots: Slots, first: readonly VisionQueue[]) => async () => {
      if (closing) throw new Postponed('the worker closes')
      if (Date.now() < (lastSingle.get(slots) ?? 0) + lingerMs) return false
      const empty = await Promise.all(first.map((queue) => isQueueEmpty(redis, queue))).catch(() => [false])
      return empty.every(Boolean)
    },
    noteSingle: (slots: Slots) => void lastSingle.set(slots, Date.now()),
    close: () => void (closing = true),
  }
}
