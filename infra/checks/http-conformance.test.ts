import { cloneFolder } from '@equerre/local/tools'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const page = readFileSync(path.join(cloneFolder, 'infra/http.md'), 'utf8')
const lines = page.split('\n').filter((line) => /^\|.*\|$/.test(line) && !/^\| (requirement|---) /.test(line))
const named = [...page.matchAll(/`([\w./-]+\.test\.tsx?)`((?: “[^”]+”)?)/g)].map(
  ([, file = '', title = '']) => ({ file, title: title.slice(2, -1) }),
)

describe('the table of what the API conforms to', () => {
  it('says of each requirement whether it is met, and of what is met who shows it', () => {
    expect(lines.length).toBeGreaterThan(30)
    for (const line of lines) {
      const [, , state = '', where = ''] = line.split(' | ').length > 2 ? ['', ...line.split(' | ')] : []
      expect(['met', 'partly', 'not met', 'n/a'], line).toContain(state)
      if (state === 'met')
        expect(where, line).toMatch(/\.test\.ts`|the same test|`services\/.*\.ts`|one table/)
      else expect(where.length, line).toBeGreaterThan(10)
    }
  })

  it.each(named.filter(({ title }) => title !== ''))('“$title” is a test of $file', ({ file, title }) => {
    const source = path.join(cloneFolder, file)
    expect(existsSync(source)).toBe(true)
    expect(readFileSync(source, 'utf8')).toContain(title)
  })
})
