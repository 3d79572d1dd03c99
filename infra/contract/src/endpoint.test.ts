import { expect, it } from 'vitest'
import { deprecationDays } from './endpoint.ts'
import { endpoints } from './openapi.ts'

it('what is deprecated answers for as long as it was said', () => {
  for (const { name, deprecated } of endpoints) {
    if (!deprecated) continue
    const days = (Date.parse(deprecated.until) - Date.parse(deprecated.since)) / 86_400_000
    expect(days, name).toBeGreaterThanOrEqual(deprecationDays)
  }
})
