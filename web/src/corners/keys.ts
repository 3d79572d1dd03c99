import type { Point } from '@equerre/geometry/point'

type Keys = {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

export type Command =
  'undo' | 'redo' | 'reset' | 'whole' | 'turn' | 'turn-back' | 'apply' | 'accept' | 'next' | 'previous'

const stepPx = 1
const longStepPx = 10

export const directions = {
  left: [-stepPx, 0],
  up: [0, -stepPx],
  down: [0, stepPx],
  right: [stepPx, 0],
} as const satisfies Record<string, Point>

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: directions.left,
  ArrowUp: directions.up,
  ArrowDown: directions.down,
  ArrowRight: directions.right,
}

const commands: Readonly<Record<string, Command>> = {
  r: 'reset',
  f: 'whole',
  ']': 'turn',
  '[': 'turn-back',
  enter: 'apply',
  a: 'accept',
  j: 'next',
  k: 'previous',
}

/** How far an arrow key moves a handle, in preview pixels, ten times as far with Shift; null for other keys. */
export function arrowOf({ key, shiftKey }: Keys): Point | null {
  const by = arrows[key]
  if (by === undefined) return null
  const factor = shiftKey ? longStepPx : 1
  return [by[0] * factor, by[1] * factor]
}

/** The command a key stands for, or null. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Keys): Command | null {
  const name = key.toLowerCase()
  if (ctrlKey || metaKey) {
    if (name === 'y') return 'redo'
    if (name !== 'z') return null
    return shiftKey ? 'redo' : 'undo'
  }
  // On a French keyboard the brackets are typed with AltGr, which some systems report as Alt.
  return altKey && name !== '[' && name !== ']' ? null : (commands[name] ?? null)
}
