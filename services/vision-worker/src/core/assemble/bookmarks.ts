import type { AssembledPage } from '@equerre/contract/jobs'

type Places = { readonly bookmark?: string; readonly label?: string }

/** A bookmark where the pages of a file begin, and for every page with a name of its own, which is its label too. */
export function placesOf(pages: readonly AssembledPage[], index: number): Places {
  const { name, ingestionId, source } = pages[index]!
  if (name !== null) return { bookmark: name, label: name }
  return pages[index - 1]?.ingestionId === ingestionId ? {} : { bookmark: withoutExtension(source) }
}

function withoutExtension(file: string): string {
  return file.replace(/\.[^.]{1,5}$/, '') || file
}
