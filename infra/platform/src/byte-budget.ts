/** What a stream on its way into the storage may hold in memory, from its source on. */
export type Room = {
  /** Waits until so many bytes more may be held. */
  readonly take: (bytes: number) => Promise<void>
  readonly give: (bytes: number) => void
  /** Gives everything back, and lets go whoever waits. */
  readonly close: () => void
}

type Limits = {
  /** What all streams hold together, but for the one that goes on. */
  readonly bytesMax: number
  /** What a stream collects before it can give anything back; whoever holds so much is not waited for. */
  readonly batchBytes: number
  /** How long the one that goes on may bring nothing. */
  readonly timeoutMs: number
}

type Holder = {
  readonly group: string | undefined
  held: number
  waiting: { readonly bytes: number; readonly proceed: () => void } | null
  /** Ends the stream, which must make room. */
  readonly end: () => void
}

/** What groups may have together; the rest is for streams of none. */
const groupedShare = 0.8
/** What a group may have of what is still free: `n` groups that take all they can leave 0.8 to the power of `n`. */
const groupShare = 0.25

/**
 * Memory that many streams share. No group takes more than a part of what is free (dynamic thresholds, Choudhury and Hahne 1998), so that there
 * is always some for whoever comes. Within the budget each takes what it needs. Beyond it they wait, but for one, of the group that has the
 * least the one with the most: it goes on until it gives something back, so that there is always one that gets done. When that one
 * brings nothing for a while it is ended, since all others wait for it.
 */
export class ByteBudget {
  readonly #limits: Limits
  readonly #holders = new Set<Holder>()
  /** What the holders of each group hold together. */
  readonly #heldBy = new Map<string, number>()
  #held = 0
  #foremost: Holder | null = null
  #patience: NodeJS.Timeout | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * @param end called when this stream must make room
   * @param group who must not take everything, together
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
      clearTimeout(this.#patience)
    }
    this.#proceed()
  }

  #proceed(): void {
    const waiting = [...this.#holders].filter((holder) => holder.waiting)
    for (const holder of waiting) if (this.#fits(holder, holder.waiting!.bytes)) this.#admit(holder)
    if (this.#foremost) return
    const next = waiting
      .filter((holder) => holder.waiting)
      .toSorted((a, b) => this.#heldBeside(a) - this.#heldBeside(b) || b.held - a.held)[0]
    if (!next) return
    this.#waitFor(next)
    this.#admit(next)
  }

  #waitFor(holder: Holder): void {
    clearTimeout(this.#patience)
    this.#foremost = holder
    this.#patience = setTimeout(() => {
      if (holder.held < this.#limits.batchBytes) holder.end()
      else this.#waitFor(holder)
    }, this.#limits.timeoutMs)
    this.#patience.unref()
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
    return this.#heldBeside(holder) + bytes <= groupShare * (groupedShare * bytesMax - this.#held)
  }

  /** What a holder's group holds; nothing for a stream of no group. */
  #heldBeside({ group }: Holder): number {
    return (group !== undefined && this.#heldBy.get(group)) || 0
  }
}
