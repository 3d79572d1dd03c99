import { readFileSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from './arguments.ts'

/** A page to make: of `url`, in the PDF of `group`. */
export type Listed = { readonly url: string; readonly group?: string; readonly reference?: string }

const isAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Addresses as they are given, and those of files with one on each line: `address[,group][,reference]`. @throws UsageError */
export function listedIn(given: readonly string[]): readonly Listed[] {
  const listed = given.flatMap((each) => (isAddress(each) ? [{ url: each }] : linesOf(each)))
  if (listed.length === 0) throw new UsageError('nothing', 'lot')
  return listed
}

function linesOf(file: string): readonly Listed[] {
  return textOf(file)
    .split(/\r?\n/)
    .flatMap((line, index) => {
      if (line.trim() === '' || line.startsWith('#')) return []
      const [url = '', group, reference] = fieldsOf(line)
      if (!isAddress(url)) throw new UsageError('list', `${file}:${index + 1}`)
      return [{ url, ...(group && { group }), ...(reference && { reference }) }]
    })
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    throw new UsageError('list', file)
  }
}

/** As spreadsheets write them: in quotes where they contain a comma. */
function fieldsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
}

/** Where the PDF of each group goes. */
export function pdfsOf(listed: readonly Listed[], folder: string): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const groups = new Set(listed.flatMap(({ group }) => group ?? []))
  return new Map(
    [...groups].map((group) => {
      const plain = group.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      let name = plain
      for (let number = 2; taken.has(name); number += 1) name = `${plain}-${number}`
      taken.add(name)
      return [group, path.resolve(folder, `${name}.pdf`)]
    }),
  )
}
