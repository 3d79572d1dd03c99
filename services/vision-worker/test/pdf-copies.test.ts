import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
  StandardFonts,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { writePdf } from '../src/adapters/pdf-writer.ts'

const words = ['premier', 'deuxième', 'troisième']

/** Pages that are linked to the next one, on which a field, its parts and its button lie. */
async function linkedPages(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const pages = words.map((word) => {
    const page = pdf.addPage([200, 200])
    page.drawText(word, { font, size: 20 })
    return page
  })
  const [first, second] = [pages[0]!, pages[1]!]
  const { context } = pdf
  const annotate = (page: PDFPage, entries: Record<string, unknown>): PDFRef => {
    const ref = context.register(
      context.obj({ Type: 'Annot', Rect: [0, 0, 9, 9], P: page.ref, ...entries } as never),
    )
    page.node.addAnnot(ref)
    return ref
  }
  pages.slice(0, -1).forEach((page, i) => {
    annotate(page, { Subtype: 'Link', Dest: [pages[i + 1]!.ref, 'Fit'] })
    annotate(page, { Subtype: 'Link', A: { S: 'GoTo', D: [pages[i + 1]!.ref, 'Fit'] } })
  })
  const text = pdf.getForm().createTextField('client.nom')
  for (const page of [first, second]) text.addToPage(page, { font })
  text.setText('Camille')
  const secret = pdf.getForm().createTextField('client.secret')
  secret.addToPage(second, { font })
  secret.setText('confidentiel')
  annotate(first, { Subtype: 'Widget', FT: 'Sig', V: { Reference: [{ Data: context.trailerInfo.Root }] } })
  pdf.catalog.set(PDFName.of('Note'), PDFString.of('ensemble'))
  annotate(first, { Subtype: 'Widget', A: { S: 'ResetForm', Fields: [secret.ref] } })
  const beads = pages.map(() => context.nextRef())
  beads.forEach((ref, i) => {
    context.assign(ref, context.obj({ P: pages[i]!.ref, N: beads[(i + 1) % beads.length]! }))
    pages[i]!.node.set(PDFName.of('B'), context.obj([ref]))
  })
  return pdf.save()
}

/** Everything that a PDF holds, whether its pages lead there or not. */
function allOf({ context }: PDFDocument): string {
  return context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? `${object.dict.toString()} ${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
        : String(object),
    )
    .join('\n')
}

const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase()
const pagesIn = (all: string) => all.match(/\/Type \/Page$/gm)?.length
const annotationsOf = (page: PDFPage) =>
  page.node
    .Annots()!
    .asArray()
    .map((ref) => page.doc.context.lookup(ref, PDFDict))

async function taken(source: Uint8Array, pages: readonly number[]): Promise<PDFDocument> {
  const { bytes } = await writePdf(
    pages.map((page) => ({ copyOf: source, page })),
    {},
  )
  return PDFDocument.load(bytes, { updateMetadata: false })
}

describe('a page of another PDF', () => {
  it('brings nothing of the pages that were left out', async () => {
    const source = await linkedPages()
    const whole = allOf(await PDFDocument.load(source))
    for (const word of [...words, 'confidentiel']) expect(whole).toContain(hex(word))
    expect(whole).toContain('ensemble')
    const pdf = await taken(source, [0])
    const all = allOf(pdf)
    expect(pagesIn(all)).toBe(1)
    expect(all).not.toContain('ensemble')
    for (const word of [words[0]!, 'Camille']) expect(all).toContain(hex(word))
    for (const word of [...words.slice(1), 'confidentiel']) expect(all).not.toContain(hex(word))
    const widget = annotationsOf(pdf.getPage(0)).find((annotation) => annotation.has(PDFName.of('FT')))!
    expect(widget.has(PDFName.of('V'))).toBe(true)
  })

  it('leads to the others that were taken, each of which is there once', async () => {
    const pdf = await taken(await linkedPages(), [1, 0])
    const [dest] = annotationsOf(pdf.getPage(1))
    expect(dest!.lookup(PDFName.of('Dest'), PDFArray).get(0)).toBe(pdf.getPage(0).ref)
    expect(pagesIn(allOf(pdf))).toBe(2)
  })

  it('brings those pictures that it draws of a list that all pages share', async () => {
    const source = await PDFDocument.create()
    const forms = words.map((word) =>
      source.context.register(
        source.context.stream(Buffer.from(`% ${word}`, 'latin1'), {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: [0, 0, 9, 9],
          Resources: {},
        }),
      ),
    )
    const shared = source.context.register(
      source.context.obj({ XObject: Object.fromEntries(forms.map((form, i) => [`Im#20${i}`, form])) }),
    )
    for (const i of words.keys()) {
      const { node } = source.addPage([200, 200])
      node.set(PDFName.Resources, shared)
      node.set(PDFName.Contents, source.context.register(source.context.flateStream(`q /Im#20${i} Do Q`)))
    }
    const all = allOf(await taken(await source.save(), [1]))
    expect(words.filter((word) => all.includes(`% ${word}`))).toEqual(['deuxième'])
  })

  it.each(['OFF', 'BaseState'])('keeps layers hidden that are so (%s), of all PDFs together', async (how) => {
    const layered = async () => {
      const pdf = await PDFDocument.create()
      const layers = ['seen', 'hidden', 'elsewhere'].map((Name) =>
        pdf.context.register(pdf.context.obj({ Type: 'OCG', Name: PDFString.of(Name) })),
      )
      const usual = how === 'OFF' ? { OFF: layers.slice(1) } : { BaseState: 'OFF', ON: layers.slice(0, 1) }
      pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({ OCGs: layers, D: usual }))
      const Properties = { Seen: layers[0]!, Hidden: layers[1]! }
      pdf.addPage([200, 200]).node.set(PDFName.Resources, pdf.context.obj({ Properties }))
      return pdf.save()
    }
    const sources = [await layered(), await layered()]
    const { bytes } = await writePdf(
      sources.flatMap((copyOf) => [
        { copyOf, page: 0 },
        { copyOf, page: 0 },
      ]),
      {},
    )
    const pdf = await PDFDocument.load(bytes)
    const layers = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict)
    const onPages = (name: string) =>
      pdf
        .getPages()
        .map(({ node }) => node.Resources()!.lookup(PDFName.of('Properties'), PDFDict).get(PDFName.of(name)))
    expect(layers.lookup(PDFName.of('OCGs'), PDFArray).size()).toBe(4)
    const off = layers.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray).asArray()
    expect(off).toHaveLength(2)
    expect(new Set(onPages('Hidden'))).toEqual(new Set(off))
    expect(allOf(pdf)).not.toContain('elsewhere')
  })
})
