import { expect, test, vi } from 'vitest'
import { ask, closeQuestions, useDesk } from './store.ts'

test('S-13: whoever leaves the desk leaves no question on it, neither the one shown nor those behind it', async () => {
  const answers = Promise.all([ask({ kind: 'name', name: 'a.jpg' }), ask({ kind: 'removal', files: 2 })])
  const shown = () => useDesk.getState().question?.kind
  await vi.waitFor(() => expect(shown()).toBe('name'))
  const later: (string | undefined)[] = []
  useDesk.subscribe(() => later.push(shown()))
  closeQuestions()
  expect(await answers).toEqual([null, false])
  expect(later).toEqual([undefined, undefined])

  const next = ask({ kind: 'price', files: 21, credits: 30 })
  await vi.waitFor(() => expect(shown()).toBe('price'))
  const { question } = useDesk.getState()
  if (question?.kind === 'price') question.answer(true)
  expect(await next).toBe(true)
})
