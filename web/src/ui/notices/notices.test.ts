import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNotices, withLoaderIfSlow } from './notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const shown = () => useNotices.getState().loader?.text
const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('M-04: quick work shows no loader', async () => {
  const done = withLoaderIfSlow('Analyse', lasting(100))
  await vi.advanceTimersByTimeAsync(99)
  expect(shown()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await done
  expect(shown()).toBeUndefined()
})

test('M-04: slow work shows one, long enough to be read', async () => {
  const done = withLoaderIfSlow('Analyse', lasting(160))
  await vi.advanceTimersByTimeAsync(150)
  expect(shown()).toBe('Analyse')
  await vi.advanceTimersByTimeAsync(399)
  expect(shown()).toBe('Analyse')
  await vi.advanceTimersByTimeAsync(1)
  await done
  expect(shown()).toBeUndefined()
})
