import { expect, it } from 'vitest'
import { isDoubtful, isWestern } from './script.ts'

const read = (text: string, chance: number) => [...text].map((sign) => ({ sign, chance, at: 0 }))

it('tells Europe’s characters from those of East Asia', () => {
  expect([...'aœ9€’ß☐Ω'].every(isWestern)).toBe(true)
  expect([...'中あ、￥'].some(isWestern)).toBe(false)
})

it('doubts a line that says little or is unlikely, and no line of print', () => {
  expect(isDoubtful(read('Veuillez agréer', 0.99), { width: 400, height: 48 })).toBe(false)
  expect(isDoubtful(read('Veuillez agréer', 0.9), { width: 400, height: 48 })).toBe(true)
  expect(isDoubtful(read('75218,', 0.99), { width: 700, height: 48 })).toBe(true)
  expect(isDoubtful([], { width: 16, height: 48 })).toBe(true)
})
