import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = new URL('../dist/', import.meta.url)
const weigh = (path: string) => brotliCompressSync(readFileSync(new URL(path, dist))).length
const assets = readdirSync(new URL('assets/', dist)).map((name) => `assets/${name}`)
const total = (paths: readonly string[]) => paths.reduce((sum, path) => sum + weigh(path), 0)

test('the first load stays within 125 kB of brotli-compressed scripts', () => {
  const html = readFileSync(new URL('index.html', dist), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
  expect(scripts.length).toBeGreaterThan(1)
  expect(total(scripts)).toBeLessThanOrEqual(125_000)
})

test('the tool adds at most 35 kB of scripts, and the zip library loads on demand', () => {
  const tool = assets.filter((path) => /CamscanPage-.*\.js$/.test(path))
  expect(tool).toHaveLength(1)
  expect(total(tool)).toBeLessThanOrEqual(35_000)
  expect(assets.some((path) => /jszip.*\.js$/.test(path))).toBe(true)
})

test('the first paint waits for two style sheets, and those of any page stay within 15 kB', () => {
  const sheetsOf = (file: string) =>
    [...readFileSync(new URL(file, dist), 'utf8').matchAll(/href="\/([^"]+\.css)"/g)].map(
      ([, path = '']) => path,
    )
  const pages = readdirSync(new URL('.pages/', dist)).map((name) => `.pages/${name}`)
  const linked = [...pages, 'docs/index.html', 'docs/changelog/index.html'].map(sheetsOf)
  // Sheets that load later may load on any page.
  const later = assets.filter((path) => path.endsWith('.css') && !linked.flat().includes(path))
  expect(sheetsOf('.pages/home.html')).toHaveLength(2)
  for (const sheets of linked) expect(total([...sheets, ...later])).toBeLessThanOrEqual(15_000)
})

test('fonts stay within 35 kB', () => {
  const fonts = assets
    .filter((path) => path.endsWith('.woff2'))
    .map((path) => readFileSync(new URL(path, dist)).length)
  expect(fonts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(35_000)
})
