import { expect, it } from 'vitest'
import { chaosTable } from './table.ts'

const whole = {
  fault: 'redis: emptied',
  atStake: 2,
  accepted: 4,
  finished: 4,
  lost: [],
  refused: [],
  charged: 2,
  due: 2,
  exact: true,
  recoverySeconds: 31.4,
  violations: 0,
}

it('a fault that has done no harm has nothing in its last column; others say what they did', () => {
  const late = { ...whole, recoverySeconds: null }
  const broken = {
    ...whole,
    finished: 3,
    lost: ['rectify: 500 internal'],
    charged: 3,
    exact: false,
    violations: 1,
  }
  expect(chaosTable([whole, late, broken])).toBe(
    [
      '| fault | accepted | finished | lost | charged / due | ledger | recovery |  |',
      '| --- | --: | --: | --: | --: | --: | --: | --- |',
      '| redis: emptied | 4 | 4 | 0 | 2 / 2 | whole | 31 s |  |',
      '| redis: emptied | 4 | 4 | 0 | 2 / 2 | whole | none | failed |',
      '| redis: emptied | 4 | 3 | 1 | 3 / 2 | 1 violations | 31 s | rectify: 500 internal; credits inexact |',
      '',
    ].join('\n'),
  )
})
