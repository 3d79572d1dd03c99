import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowedDpi, choices, defaultSettings, formatSettings, offeredDpi, parseSettings } from './options.ts'

test('every choice survives being stored', () => {
  const settings = fc.record({
    options: fc.record({
      relighting: fc.constantFrom(...choices.relighting),
      dpi: fc.constantFrom(...choices.dpi),
      format: fc.constantFrom(...choices.format),
      paper: fc.constantFrom(...choices.paper),
      filter: fc.constantFrom(...choices.filter),
    }),
    concurrency: fc.constantFrom(...choices.concurrency),
  })
  fc.assert(
    fc.property(settings, ({ options, concurrency }) => {
      expect(parseSettings(formatSettings({ options, concurrency }))).toEqual({
        options: { ...options },
        concurrency,
      })
    }),
  )
})

test.each([null, '', 'null', '7', '[]', '{"dpi":9000,"format":"gif","concurrency":"4"}'])(
  'falls back to the defaults when nothing usable was stored: %s',
  (text) => expect(parseSettings(text)).toEqual(defaultSettings),
)

test('only resolutions within the service’s bounds are offered', () => {
  expect(offeredDpi({})).toEqual([...choices.dpi])
  expect(offeredDpi({ dpiMin: 160, dpiMax: 300 })).toEqual([200, 300])
  expect([100, 250, 600].map((dpi) => allowedDpi(dpi, { dpiMin: 160, dpiMax: 300 }))).toEqual([160, 250, 300])
})

test('V-06 N-05 G32: the defaults are those of the specification', () => {
  expect(defaultSettings).toMatchObject({ options: { relighting: false, dpi: 300 }, concurrency: 1 })
})
