import { PDFHexString, PDFName, PDFNumber, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib'

/** A bookmark for every page that has one, in one level. */
export function markPages(pdf: PDFDocument, pages: readonly { readonly bookmark?: string }[]): void {
  const { context, catalog } = pdf
  const marks = pages.flatMap(({ bookmark }, index) => (bookmark === undefined ? [] : [{ bookmark, index }]))
  const refs = marks.map(() => context.nextRef())
  const [first, last] = [refs[0], refs.at(-1)]
  if (!first || !last) return
  const outline = context.register(
    context.obj({ Type: 'Outlines', First: first, Last: last, Count: marks.length }),
  )
  marks.forEach(({ bookmark, index }, at) => {
    const item = context.obj({
      Title: PDFHexString.fromText(bookmark),
      Parent: outline,
      Dest: [pdf.getPage(index).ref, 'Fit'],
    })
    const link = (key: string, to: PDFRef | undefined) => to && item.set(PDFName.of(key), to)
    link('Prev', refs[at - 1])
    link('Next', refs[at + 1])
    context.assign(refs[at]!, item)
  })
  catalog.set(PDFName.of('Outlines'), outline)
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
}

/** What viewers show for page numbers; a page without a label has its number. Nothing is written where none has one. */
export function labelPages(
  { context, catalog }: PDFDocument,
  pages: readonly { readonly label?: string }[],
): void {
  if (pages.every(({ label }) => label === undefined)) return
  const ranges = pages.flatMap(({ label }, index) => [
    PDFNumber.of(index),
    label === undefined
      ? context.obj({ S: 'D', St: index + 1 })
      : context.obj({ P: PDFHexString.fromText(label) }),
  ])
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: ranges }))
}
