import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('moves what Date says of now, and nothing else that it says', () => {
  const clock = `${import.meta.resolve('./shifted-clock.ts')}?seconds=-300`
  const program = `
    const elapsed = performance.timeOrigin + performance.now()
    const from = [Date.now(), Date.parse(new Date().toISOString())]
    console.log(JSON.stringify([...from.map((ms) => Math.round((ms - elapsed) / 10_000)), new Date(0).getTime(), new Date(2020, 1) instanceof Date]))`
  const said = execFileSync(process.execPath, ['--import', clock, '--eval', program], { encoding: 'utf8' })
  expect(JSON.parse(said)).toEqual([-30, -30, 0, true])
})
