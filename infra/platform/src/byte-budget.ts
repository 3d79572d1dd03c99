/** A stream's share of memory for data on its way from the source into the storage. */
export type Room = {
  /** Waits until this many more bytes may be held. */
  readonly take: (bytes: number) => Promise<void>
  readonly give: (bytes: number) => void
  /** Gives everything back, and resolves any waiting `take`. */
  readonly close: () => void
}

type Limits = {
  /** What all streams may hold together, except for the one allowed to continue beyond it. */
  readonly bytesMax: number
  /**
   * What a stream must collect before it can give anything back; one that holds this much is never ended for
   * stalling.
   */
  readonly batchBytes: number
  /** How long the continuing stream may make no progress. */
  readonly timeoutMs: number
}

type Holder = {
  readonly group: string | undefined
  held: number
  waiting: { readonly bytes: number; readonly proceed: () => void } | null
  /** Ends the stream to make room. */
  readonly end: () => void
}

/** Share of the budget for all groups together; the rest is kept for streams without a group. */
const groupedShare = 0.8
/** A group's share of what is still free: `n` groups that take all they can leave 0.8 to the power of `n`. */
const groupShare = 0.25

/**
 * Memory shared by many streams. No group takes more than a fraction of what is free (dynamic thresholds,
 * Choudhury and Hahne 1998), so there is always some left for newcomers. Within the budget each stream takes
 * what it needs. Beyond it they wait, except for one, the largest holder of the group that holds least: it
 * continues until it gives something back, so that one always finishes. If it makes no progress for a while
 * it is ended, because all others wait for it.
 */
export class ByteBudget {
  readonly #limits: Limits
  readonly #holders = new Set<Holder>()
  /** Bytes held by each group. */
  readonly #heldBy = new Map<string, number>()
  #held = 0
  #foremost: Holder | null = null
  #stallTimer: NodeJS.Timeout | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * @param end called to make this stream free its memory
   * @param group streams of one group may not take all the memory between them
   */
  open(end: () => void, group?: string): Room {
    const holder: Holder = { group, held: 0, waiting: null, end }
    this.#holders.add(holder)
    return {
      take: (bytes) => this.#take(holder, bytes),
      give: (bytes) => this.#release(holder, Math.min(bytes, holder.held)),
      close: () => {
        if (!this.#holders.delete(holder)) return
        holder.waiting?.proceed()
        holder.waiting = null
        this.#release(holder, holder.held)
      },
    }
  }

  #take(holder: Holder, bytes: number): Promise<void> {
    const mayProceed = !this.#holders.has(holder) || this.#foremost === holder || this.#fits(holder, bytes)
    if (!mayProceed)
      return new Promise((proceed) => {
        holder.waiting = { bytes, proceed }
        this.#proceed()
      })
    if (this.#foremost === holder) this.#waitFor(holder)
    if (this.#holders.has(holder)) this.#add(holder, bytes)
    return Promise.resolve()
  }

  #release(holder: Holder, bytes: number): void {
    this.#add(holder, -bytes)
    const isFirstInLine = this.#foremost === holder
    if (isFirstInLine && (bytes > 0 || !this.#holders.has(holder))) {
      this.#foremost = null
      clearTimeout(this.#stallTimer)
    }
    this.#proceed()
  }

  #proceed(): void {
    const waiting = [...this.#holders].filter((holder) => holder.waiting)
    for (const holder of waiting) if (this.#fits(holder, holder.waiting!.bytes)) this.#admit(holder)
    if (this.#foremost) return
    const next = waiting
      .filter((holder) => holder.waiting)
      .toSorted((a, b) => this.#heldByGroup(a) - this.#heldByGroup(b) || b.held - a.held)[0]
    if (!next) return
    this.#waitFor(next)
    this.#admit(next)
  }

  #waitFor(holder: Holder): void {
    clearTimeout(this.#stallTimer)
    this.#foremost = holder
    this.#stallTimer = setTimeout(() => {
      if (holder.held < this.#limits.batchBytes) holder.end()
      else this.#waitFor(holder)
    }, this.#limits.timeoutMs)
    this.#stallTimer.unref()
  }

  #admit(holder: Holder): void {
    const { waiting } = holder
    holder.waiting = null
    this.#add(holder, waiting!.bytes)
    waiting!.proceed()
  }

  #add(holder: Holder, bytes: number): void {
    this.#held += bytes
    holder.held += bytes
    const { group } = holder
    if (group === undefined) return
    const sum = (this.#heldBy.get(group) ?? 0) + bytes
    if (sum === 0) this.#heldBy.delete(group)
    else this.#heldBy.set(group, sum)
  }

  #fits(holder: Holder, bytes: number): boolean {
    const { bytesMax } = this.#limits
    if (holder.group === undefined) return this.#held + bytes <= bytesMax
    return this.#heldByGroup(holder) + bytes <= groupShare * (groupedShare * bytesMax - this.#held)
  }

  /** Bytes held by a holder's group; 0 without a group. */
  #heldByGroup({ group }: Holder): number {
    return (group !== undefined && this.#heldBy.get(group)) || 0
  }
}
