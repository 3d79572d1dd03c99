import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { deskWords } from '#words/desk'
import { moveTile } from '../../jobs/desk.ts'
import type { Job } from '../../jobs/job.ts'
import { nameOf } from '../../jobs/status.ts'
import { announce } from '../../jobs/store.ts'
import { gridOf, nearestSlot, placeOf } from './grid.ts'
import type { Grid, Place } from './grid.ts'
import { bringIntoSight } from './sight.ts'
import { useHandCarry } from './use-hand-carry.ts'
import { useKeyCarry } from './use-key-carry.ts'

/** A tile being moved. */
export type Carried = {
  readonly id: string
  /** Slot where it would be put down now. */
  readonly to: number
  readonly by: 'hand' | 'keys'
  /** Where it is drawn; null for its slot. */
  readonly at: Place | null
}

type CarryOptions = {
  readonly frame: RefObject<HTMLElement | null>
  readonly grid: Grid
  readonly tiles: readonly Job[]
}

/** Operations shared by pointer and keyboard. */
export type Carry = {
  readonly now: () => Carried | null
  readonly lift: (id: string, by: Carried['by'], at: Place | null) => void
  /** Moves it over another slot, given directly or by where the tile is drawn. */
  readonly over: (where: Place | number) => void
  readonly put: () => void
  readonly cancel: () => void
  /** Updates the layout that events refer to. */
  readonly lay: (grid: Grid, tiles: readonly Job[]) => void
  readonly grid: () => Grid
  readonly total: () => number
}

/**
 * Reorders tiles by pointer or keyboard. Until it is put down, a carried tile is only drawn elsewhere: the DOM order stays, so neither
 * the focus nor a screen reader loses it.
 */
export function useCarry({ frame, grid, tiles }: CarryOptions) {
  const [carried, setCarried] = useState<Carried | null>(null)
  const [carry] = useState(() => createCarry(setCarried))
  useEffect(() => carry.lay(grid, tiles))
  const handlers = useHandCarry(frame, carry, carried?.by === 'hand')
  const keys = useKeyCarry(carry)
  const slot = carried?.by === 'keys' ? carried.to : null
  useEffect(() => {
    if (slot !== null && frame.current !== null)
      bringIntoSight(frame.current.getBoundingClientRect().top + placeOf(grid, slot).y, grid.tile.height)
  }, [frame, grid, slot])
  const from = tiles.findIndex(({ id }) => id === carried?.id)
  return { carried: carried === null || from === -1 ? null : { ...carried, from }, handlers, keys }
}

/** Keeps the carried tile outside React, for events that arrive faster than it renders. */
function createCarry(show: (carried: Carried | null) => void): Carry {
  let carried: Carried | null = null
  let grid = gridOf(0, { width: 0, height: 0 })
  let tiles: readonly Job[] = []
  const set = (now: Carried | null) => {
    carried = now
    show(now)
  }
  const indexOf = (id: string) => tiles.findIndex((tile) => tile.id === id)
  const nameOfTile = (id: string) =>
    tiles
      .filter((tile) => tile.id === id)
      .map(nameOf)
      .join()
  return {
    now: () => carried,
    grid: () => grid,
    total: () => tiles.length,
    lay: (...laid) => {
      ;[grid, tiles] = laid
    },
    lift: (id, by, at) => {
      const to = indexOf(id)
      if (to === -1) return
      set({ id, to, by, at })
      announce(deskWords.lifted(nameOfTile(id), to + 1, tiles.length))
    },
    over: (where) => {
      if (carried === null) return
      const to = typeof where === 'number' ? where : nearestSlot(grid, where, tiles.length)
      if (to !== carried.to) announce(deskWords.over(to + 1, tiles.length))
      set({ ...carried, to, at: typeof where === 'number' ? null : where })
    },
    put: () => {
      if (carried === null) return
      const { id, to } = carried
      announce(deskWords.put(nameOfTile(id), to + 1, tiles.length))
      const shown = tiles.map((tile) => tile.id)
      set(null)
      if (to !== indexOf(id)) moveTile(id, to, shown)
    },
    cancel: () => {
      if (carried === null) return
      announce(deskWords.putBack(nameOfTile(carried.id), indexOf(carried.id) + 1))
      set(null)
    },
  }
}
