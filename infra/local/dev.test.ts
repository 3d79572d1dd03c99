import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { serviceSources, watchSources } from './dev.ts'
import { cloneFolder } from './tools.ts'

it('calls once for a burst of changes at any depth, and not at all once stopped', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-'))
  mkdirSync(path.join(folder, 'flow'))
  const changed = vi.fn()
  const end = watchSources([folder], changed)
  try {
    for (const text of ['a', 'b', 'c']) writeFileSync(path.join(folder, 'flow/detect.ts'), text)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce(), 5_000)
    end()
    writeFileSync(path.join(folder, 'flow/detect.ts'), 'd')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(changed).toHaveBeenCalledOnce()
  } finally {
    end()
    rmSync(folder, { recursive: true })
  }
})

it('watches folders that exist', () => {
  for (const source of Object.values(serviceSources).flat())
    expect(existsSync(path.join(cloneFolder, source)), source).toBe(true)
})
