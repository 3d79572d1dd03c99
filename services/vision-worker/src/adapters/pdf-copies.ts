import {
  decodePDFRawStream,
  ParseSpeeds,
  PDFArray,
  PDFCatalog,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { Problem } from '@equerre/contract/problems'

/** A page of another PDF; `page` counts from 0. The password is the user's or the owner's. */
export type CopiedPage = {
  readonly copyOf: Uint8Array
  readonly page: number
  readonly password?: string | undefined
}

/**
 * Copies pages of other PDFs as they are, and nothing of the pages beside them. Those of one PDF go together: they share here
 * what they shared there, and links between them lead to their copies.
 * @throws Problem `unreadable_file`, also when its password is missing
 */
export async function copyPages<Page extends CopiedPage>(
  pdf: PDFDocument,
  pages: readonly Page[],
): Promise<Map<Page, PDFPage>> {
  const copies = new Map<Page, PDFPage>()
  for (const [bytes, wanted] of Map.groupBy(pages, ({ copyOf }) => copyOf)) {
    try {
      const source = await open(bytes, wanted[0]?.password)
      copyFrom(source, pdf, wanted).forEach((copy, i) => copies.set(wanted[i]!, copy))
    } catch (error) {
      throw Object.assign(new Problem('unreadable_file'), { cause: error })
    }
  }
  return copies
}

function copyFrom(source: PDFDocument, pdf: PDFDocument, wanted: readonly CopiedPage[]): PDFPage[] {
  const leaves = wanted.map(({ page }) => source.getPage(page))
  eraseOthers(source, leaves)
  const copier = PDFObjectCopier.for(source.context, pdf.context)
  const refs = leaves.map(({ ref }) => copier.copy(ref))
  copyLayers(source, pdf, copier)
  return leaves.map(({ node }, i) => {
    const ref = refs[i]!
    // An object stands in one place only.
    if (refs.indexOf(ref) === i) return PDFPage.of(pdf.context.lookup(ref) as PDFPageLeaf, ref, pdf)
    const again = copier.copy(node)
    return PDFPage.of(again, pdf.context.register(again), pdf)
  })
}

/** One that only restricts what its readers may do opens without a password, whatever came with it. */
async function open(bytes: Uint8Array, password?: string): Promise<PDFDocument> {
  const load = (key: string) =>
    PDFDocument.load(bytes, { updateMetadata: false, password: key, parseSpeed: ParseSpeeds.Fastest })
  if (!password) return load('')
  return load(password).catch(() => load(''))
}

/** Links, fields and signatures lead to other pages and to the whole, so whatever is of these goes, save what is of the wanted. */
function eraseOthers({ context }: PDFDocument, wanted: readonly PDFPage[]): void {
  const kept = new Set<PDFObject>(wanted.map(({ ref }) => ref))
  for (const { node } of wanted) {
    keepDrawn(node)
    for (const key of ['B', 'StructParents']) node.delete(PDFName.of(key))
    for (const annotation of itemsOf(node, 'Annots')) {
      kept.add(annotation)
      detach(context.lookup(annotation))
    }
  }
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (!kept.has(ref) && isOfPages(object)) context.delete(ref)
}

/** Pages may share one list of pictures; each keeps those that it draws, as far as that can be told. */
function keepDrawn(page: PDFPageLeaf): void {
  const resources = page.Resources()
  const pictures = entryOf(resources, 'XObject')
  if (!resources || !(pictures instanceof PDFDict)) return
  const names = namesIn(page)
  if (!names || !pictures.values().every((one) => hasOwnResources(page.context.lookup(one)))) return
  const [own, drawn] = [resources.clone(), pictures.clone()]
  for (const name of pictures.keys()) if (!names.has(name)) drawn.delete(name)
  own.set(PDFName.of('XObject'), drawn)
  page.set(PDFName.Resources, own)
}

/** A form without its own draws with the page's. */
function hasOwnResources(object: PDFObject | undefined): boolean {
  if (!(object instanceof PDFStream)) return true
  const { dict } = object
  return dict.get(PDFName.of('Subtype')) !== PDFName.of('Form') || dict.has(PDFName.Resources)
}

/** A name that is drawn; white space and comments may follow it. */
const drawing = /\/([^\s\0()<>[\]{}/%]+)(?:[\s\0]|%[^\r\n]*[\r\n])+Do\b/g

/** What the page's content draws; null if it cannot be read. */
function namesIn(page: PDFPageLeaf): Set<PDFName> | null {
  const contents = page.lookup(PDFName.Contents)
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
  try {
    const text = parts.map((part) => textOf(page.context.lookup(part))).join('\n')
    return new Set(Array.from(text.matchAll(drawing), ([, name]) => PDFName.of(name!)))
  } catch {
    return null
  }
}

/** @throws Error if its filters are unknown */
function textOf(content: PDFObject | undefined): string {
  if (!(content instanceof PDFRawStream)) return ''
  return Buffer.from(decodePDFRawStream(content).decode()).toString('latin1')
}

/** Takes the part of a form field on a page from the field, whose other parts may be on others. */
function detach(annotation: PDFObject | undefined): void {
  if (!(annotation instanceof PDFDict) || annotation.get(PDFName.of('Subtype')) !== PDFName.of('Widget'))
    return
  const field = annotation.lookup(PDFName.Parent)
  annotation.delete(PDFName.Parent)
  if (!(field instanceof PDFDict)) return
  for (const key of ['FT', 'Ff', 'V', 'DA', 'Q', 'MaxLen'].map((name) => PDFName.of(name))) {
    const value = field.get(key)
    if (value && !annotation.has(key)) annotation.set(key, value)
  }
}

/** What an annotation, a field and an element of the structure have, and nothing else. */
const keysOfPages = [['Rect', 'Subtype'], ['FT'], ['T', 'Kids'], ['S', 'P', 'K']]

/** A page, the catalog, an annotation, a field, or an element of the structure. */
function isOfPages(object: PDFObject): boolean {
  if (object instanceof PDFPageLeaf || object instanceof PDFCatalog) return true
  if (!(object instanceof PDFDict)) return false
  return keysOfPages.some((keys) => keys.every((key) => object.has(PDFName.of(key))))
}

/** Layers that are hidden stay so. */
function copyLayers(source: PDFDocument, pdf: PDFDocument, copier: PDFObjectCopier): void {
  const key = PDFName.of('OCProperties')
  const [theirs, used] = [source.catalog.lookup(key), pdf.context.largestObjectNumber]
  const hidden = new Set(hiddenIn(theirs))
  const added = itemsOf(theirs, 'OCGs').flatMap((layer) => {
    const copy = copier.copy(layer)
    // Those that did not come with the pages are of others.
    if (!(copy instanceof PDFRef) || copy.objectNumber <= used) return [{ copy, isHidden: hidden.has(layer) }]
    pdf.context.delete(copy)
    return []
  })
  if (added.length === 0) return
  const ours = pdf.catalog.get(key)
  const off = itemsOf(entryOf(ours, 'D'), 'OFF').concat(
    added.filter((one) => one.isHidden).map(({ copy }) => copy),
  )
  const all = itemsOf(ours, 'OCGs').concat(added.map(({ copy }) => copy))
  pdf.catalog.set(key, pdf.context.obj({ OCGs: all, D: { Order: all, OFF: off } }))
}

function hiddenIn(properties: PDFObject | undefined): PDFObject[] {
  const usual = entryOf(properties, 'D')
  if (entryOf(usual, 'BaseState') !== PDFName.of('OFF')) return itemsOf(usual, 'OFF')
  const shown = itemsOf(usual, 'ON')
  return itemsOf(properties, 'OCGs').filter((layer) => !shown.includes(layer))
}

function entryOf(object: PDFObject | undefined, key: string): PDFObject | undefined {
  return object instanceof PDFDict ? object.lookup(PDFName.of(key)) : undefined
}

function itemsOf(object: PDFObject | undefined, key: string): PDFObject[] {
  const items = entryOf(object, key)
  return items instanceof PDFArray ? items.asArray() : []
}
