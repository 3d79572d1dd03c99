import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'equerre-score-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('scores generated pictures beside the peer, and writes overlays, stages and corners', () => {
  const script = fileURLToPath(new URL('score.ts', import.meta.url))
  const debug = join(folder, 'debug')
  const quads = join(folder, 'quads.json')
  const text = execFileSync(process.execPath, [script, '--count', '2', '--debug', debug, '--quads', quads], {
    encoding: 'utf8',
  })
  expect(text).toMatch(/documents +2/)
  expect(text).toMatch(/mean IoU +[01]\.\d{3} +[01]\.\d{3}/)
  const names = Object.keys(JSON.parse(readFileSync(quads, 'utf8')) as object)
  expect(names).toEqual(['document-0', 'document-1'])
  expect(readdirSync(debug).filter((file) => file.endsWith('.jpg'))).toHaveLength(2)
  expect(readdirSync(join(debug, 'document-0')).length).toBeGreaterThan(3)
}, 120_000)

it('scores how surely pages of text are turned upright', () => {
  const script = fileURLToPath(new URL('upright.ts', import.meta.url))
  const text = execFileSync(process.execPath, [script, '--count', '2'], { encoding: 'utf8' })
  expect(text).toMatch(/text pages, each in four orientations +2/)
  expect(text).toMatch(/wrong +0\.0 %/)
}, 120_000)

it('counts how many of several documents on a table are found', () => {
  const script = fileURLToPath(new URL('several.ts', import.meta.url))
  const text = execFileSync(process.execPath, [script, '--count', '1'], { encoding: 'utf8' })
  expect(text).toMatch(/^2 +1 +2 +[0-2] +[01]\.\d{3} +[01]\.\d{3} +[01]\.\d{3} +\d$/m)
  expect(text).toMatch(/^all +1 +2 /m)
}, 120_000)
