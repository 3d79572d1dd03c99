import type { PreviewQuad } from '@equerre/geometry/spaces'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isChanged, isTouched, openEditor, reduceEditor } from './editor.ts'
import type { Editor, EditorEvent } from './editor.ts'
import { handles } from './handles.ts'
import { quadFault } from './validity.ts'
import { turned, zoneOf } from './zones.ts'

const size = { width: 400, height: 300 }
const quad: PreviewQuad = [
  [100, 50],
  [300, 50],
  [300, 250],
  [100, 250],
]
const initial = zoneOf(quad)
const corner = { kind: 'corner', index: 1 } as const
const play = (...events: EditorEvent[]): Editor => events.reduce(reduceEditor, openEditor(initial, size))
const grab: EditorEvent = { type: 'grabbed', handle: corner }
const drag = (x: number, y: number): EditorEvent => ({ type: 'dragged', by: [x, y] })
const drop: EditorEvent = { type: 'dropped' }
const nudge = (x: number, y: number): EditorEvent => ({ type: 'nudged', handle: corner, by: [x, y] })

test('a drag is measured from its start and is one undo step', () => {
  const moved = play(grab, drag(5, 5), drag(9, 2), drop)
  expect(moved.zone.quad[1]).toEqual([309, 52])
  expect(moved.past).toEqual([initial])
  expect(reduceEditor(moved, { type: 'undone' }).zone).toEqual(initial)
})

test('a press without a move changes nothing', () => {
  expect(isChanged(play(grab, drop))).toBe(false)
})

test('a zone moved away and back is touched but not changed', () => {
  expect(isChanged(play(nudge(1, 0), nudge(-1, 0)))).toBe(false)
  expect(isChanged(play(grab, drag(5, 5), drop, { type: 'replaced', zone: initial }))).toBe(false)
  expect(isTouched(play({ type: 'replaced', zone: initial }))).toBe(true)
  expect(isChanged(play({ type: 'replaced', zone: turned(initial, 1) }))).toBe(true)
})

test('a move across the opposite side is refused with its fault, and the last valid zone stays', () => {
  const refused = play(grab, drag(-20, 0), drag(-20, 250))
  expect(refused.fault).toBe('crossed')
  expect(refused.zone.quad[1]).toEqual([280, 50])
  expect(play(grab, drag(-148, 48)).fault).toBe('small')
  expect(play(grab, drag(-20, 250), drag(0, 3)).fault).toBeNull()
})

test('consecutive nudges are one undo step; another handle starts a new one', () => {
  const repeated = play(nudge(1, 0), nudge(1, 0), nudge(0, 1))
  expect(repeated.zone.quad[1]).toEqual([302, 51])
  expect(repeated.past).toHaveLength(1)
  const other = reduceEditor(repeated, { type: 'nudged', handle: handles[0]!, by: [1, 0] })
  expect(other.past).toHaveLength(2)
})

test('a chosen corner can be placed without a drag', () => {
  expect(play({ type: 'chosen', handle: corner }, { type: 'placed', at: [310, 40] }).zone.quad[1]).toEqual([
    310, 40,
  ])
  expect(play({ type: 'placed', at: [310, 40] }).zone).toEqual(initial)
})

test('an undone step can be redone until another change', () => {
  const undone = play(nudge(1, 0), { type: 'undone' })
  expect(reduceEditor(undone, { type: 'redone' }).zone.quad[1]).toEqual([301, 50])
  expect(reduceEditor(reduceEditor(undone, nudge(0, 4)), { type: 'redone' }).zone.quad[1]).toEqual([300, 54])
})

const anyHandle = fc.constantFrom(...handles)
const anyMove = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }))
const anyEvent: fc.Arbitrary<EditorEvent> = fc.oneof(
  anyHandle.map((handle) => ({ type: 'grabbed' as const, handle })),
  anyHandle.map((handle) => ({ type: 'chosen' as const, handle })),
  anyMove.map((by) => ({ type: 'dragged' as const, by })),
  fc.tuple(anyHandle, anyMove).map(([handle, by]) => ({ type: 'nudged' as const, handle, by })),
  anyMove.map((at) => ({ type: 'placed' as const, at })),
  fc.constantFrom('dropped' as const, 'undone' as const, 'redone' as const).map((type) => ({ type })),
)

test('after any events, the zone is valid and every step can be undone', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      let editor = play(...events, drop)
      expect(quadFault(editor.zone.quad, size)).toBeNull()
      while (isTouched(editor)) editor = reduceEditor(editor, { type: 'undone' })
      expect(editor.zone).toEqual(initial)
    }),
  )
})
