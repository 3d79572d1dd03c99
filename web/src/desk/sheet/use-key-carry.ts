import { useState } from 'react'
import { slotAfter } from './grid.ts'
import type { TileKeys } from './Tile.tsx'
import type { Carry } from './use-carry.ts'

/** Pressing a tile's number lifts it, arrow keys move it, a second press puts it down; Escape or losing focus cancels. */
export function useKeyCarry(carry: Carry): TileKeys {
  const [keys] = useState(() => keysOf(carry))
  return keys
}

function keysOf(carry: Carry): TileKeys {
  const held = (id: string) => {
    const now = carry.now()
    return now?.by === 'keys' && now.id === id ? now : null
  }
  return {
    onPress: (id) => {
      if (held(id)) carry.put()
      else carry.lift(id, 'keys', null)
    },
    onKeyDown: (id, event) => {
      const now = held(id)
      if (now === null) return
      const to = slotAfter(event.key, { slot: now.to, columns: carry.grid().columns, total: carry.total() })
      if (to === null && event.key !== 'Escape') return
      event.preventDefault()
      if (to === null) carry.cancel()
      else carry.over(to)
    },
    onBlur: (id) => {
      if (held(id)) carry.cancel()
    },
  }
}
