import { expect, it } from 'vitest'
import { changelog } from './changelog.ts'
import { endpoints } from './openapi.ts'

const changes = changelog.flatMap((entry) => entry.changes)

it('the log of changes is dated, newest first, and names each change once', () => {
  const dates = changelog.map(({ date }) => date)
  expect(dates.every((date) => new Date(date).toISOString().startsWith(date))).toBe(true)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length)
})

it('whatever is deprecated is in it', () => {
  const announced = changes.flatMap(({ endpoints: names = [] }) => names)
  expect(endpoints.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual(announced)
})
