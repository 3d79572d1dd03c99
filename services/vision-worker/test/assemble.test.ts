import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  type PDFPage,
} from '@cantoo/pdf-lib'
import type { OutputFormat } from '@equerre/contract/formats'
import { artifactFile, storageKeys, type AssembledPage, type AssembleJob } from '@equerre/contract/jobs'
import { digitalPdf } from '@equerre/testkit/pictures'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runStep } from '../src/jobs/run-step.ts'
import { openBench, resultOf, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

type MadePage = Extract<AssembledPage, { of: 'rectify' }>
const mm = (points: number) => (points * 25.4) / 72

/** A finished page of one colour, at 72 dpi. */
async function madePage(
  { width = 200, height = 300, format = 'png' as OutputFormat, word = '' } = {},
  facts: Partial<MadePage> = {},
): Promise<MadePage> {
  const [ingestionId, rectifyId, readId] = [randomUUID(), randomUUID(), randomUUID()]
  const put = (file: string, bytes: Uint8Array) =>
    bench.storage.put(storageKeys.artifact(ingestionId, file), bytes, { mime: 'application/octet-stream' })
  const image = sharp({ create: { width, height, channels: 3, background: '#fed' } })
  await put(artifactFile.warped(rectifyId, format), await image.toFormat(format as 'png').toBuffer())
  if (word) await put(artifactFile.text(readId), Buffer.from(JSON.stringify(textOf(word))))
  const made = { format, width, height }
  const file = { ingestionId, rectifyId, readId: word ? readId : null, source: 'bail.jpg' }
  return { of: 'rectify', ...file, made, dpi: 72, gray: false, turn: 0, name: null, ...facts }
}

/** The first page of an uploaded PDF. */
async function pageOf(bytes: Uint8Array) {
  const ingestionId = randomUUID()
  await bench.storage.put(storageKeys.original(ingestionId), bytes, { mime: 'application/pdf' })
  return { of: 'file', ingestionId, page: 1, turn: 0, name: null, source: 'relevé.pdf' } as const
}

function textOf(text: string) {
  const corners = [
    [0.1, 0.1],
    [0.4, 0.1],
    [0.4, 0.2],
    [0.1, 0.2],
  ]
  const part = { text, confidence: 0.9, corners }
  return { blocks: [{ corners, lines: [{ ...part, words: [part] }] }] }
}

async function assemble(pages: AssembledPage[], wanted: Partial<AssembleJob> = {}) {
  const [stepId, ingestionId] = [randomUUID(), randomUUID()]
  const common = { stepId, ingestionId, requestId: 'test', original: { mime: 'application/pdf', bytes: 0 } }
  const asked = { standard: 'pdf', compression: 'auto', maxBytes: null, pageSize: 'as_is', layout: 'pages' }
  const outcome = await runStep(
    { step: 'assemble', ...common, title: 'Le dossier', pages, ...asked, ...wanted },
    bench.ctx,
  )
  return {
    outcome,
    file: () => bench.storage.read(storageKeys.artifact(ingestionId, `${stepId}-assembled.pdf`)),
  }
}

async function assembled(pages: AssembledPage[], wanted: Partial<AssembleJob> = {}) {
  const { outcome, file } = await assemble(pages, wanted)
  const result = resultOf(outcome, 'assemble')
  const bytes = (await file())!
  expect(result.bytes).toBe(bytes.length)
  return { result, pdf: await PDFDocument.load(bytes, { updateMetadata: false }) }
}

const sizeOf = (page: PDFPage) => [mm(page.getWidth()), mm(page.getHeight())].map(Math.round)
const imagesOn = (page: PDFPage) =>
  (page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict)?.values() ?? []).length

function bookmarksOf(pdf: PDFDocument): string[] {
  const titles: string[] = []
  const outline = pdf.catalog.lookup(PDFName.of('Outlines'), PDFDict)
  let item = outline.lookupMaybe(PDFName.of('First'), PDFDict)
  for (; item; item = item.lookupMaybe(PDFName.of('Next'), PDFDict))
    titles.push(item.lookup(PDFName.of('Title'), PDFHexString).decodeText())
  return titles
}

/** What its content streams say, as they stand. */
function contentOf(pdf: PDFDocument, page: PDFPage): string {
  const { Contents } = page.node.normalizedEntries()
  return (Contents?.asArray() ?? [])
    .map((ref) => pdf.context.lookup(ref))
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'))
    .join('\n')
}

describe('an assembly', () => {
  it('has its pages in their order, turned, with bookmarks, a title and their text', async () => {
    const first = await madePage({ word: 'Bonjour' }, { turn: 90 })
    const last = await madePage({ width: 400, height: 200 }, { name: 'Le plan', source: 'plan.png' })
    const { result, pdf } = await assembled([first, last])
    expect(result).toMatchObject({ pages: 2, pagesWithText: 1, maxBytesMet: null })
    expect(pdf.getPages().map((page) => page.getRotation().angle)).toEqual([90, 0])
    expect(pdf.getPages().map((page) => [page.getWidth(), page.getHeight()])).toEqual([
      [200, 300],
      [400, 200],
    ])
    expect(bookmarksOf(pdf)).toEqual(['bail', 'Le plan'])
    expect([pdf.getTitle(), pdf.getCreator()]).toEqual(['Le dossier', 'Équerre'])
    expect(String(pdf.catalog.get(PDFName.of('Lang')))).toContain('fr')
    expect(contentOf(pdf, pdf.getPage(0))).toContain('3 Tr')
  })

  it('takes pages of a PDF over as they are, whatever their number', async () => {
    const original = await digitalPdf({ pages: 3 })
    const ingestionId = randomUUID()
    await bench.storage.put(storageKeys.original(ingestionId), original, { mime: 'application/pdf' })
    const page = (number: number) =>
      ({ of: 'file', ingestionId, page: number, turn: 0, name: null, source: 'facture.pdf' }) as const
    const { result, pdf } = await assembled([page(3), await madePage(), page(1)])
    expect(result).toMatchObject({ pages: 3, pagesWithText: 2 })
    expect(bookmarksOf(pdf)).toEqual(['facture', 'bail', 'facture'])
    const source = await PDFDocument.load(original)
    expect(contentOf(source, source.getPage(2))).toContain('Tj')
    expect(contentOf(pdf, pdf.getPage(0))).toBe(contentOf(source, source.getPage(2)))
    expect(imagesOn(pdf.getPage(0))).toBe(0)
    expect(contentOf(pdf, pdf.getPage(2))).toBe(contentOf(source, source.getPage(0)))
  })

  it('takes the same page twice, of a PDF that is only locked against changes, and refuses one that is not a PDF', async () => {
    const locked = await PDFDocument.load(await digitalPdf({ pages: 1 }))
    locked.encrypt({ userPassword: '', ownerPassword: 'secret' })
    const statement = await pageOf(await locked.save())
    const { pdf } = await assembled([statement, { ...statement, turn: 180 }])
    expect(pdf.getPages().map((one) => one.getRotation().angle)).toEqual([0, 180])
    expect(contentOf(pdf, pdf.getPage(1))).toContain('Tj')
    const { outcome } = await assemble([await pageOf(Buffer.from('%PDF-1.7 and no more'))])
    expect(outcome).toMatchObject({ kind: 'problem', code: 'unreadable_file' })
  })

  it.each(['AES-256', 'AES-128', 'RC4-128'] as const)(
    'opens a PDF that is protected by %s, and is not protected itself',
    async (cipher) => {
      const password = 'clé-été'
      const page = await pageOf(await digitalPdf({ pages: 1, password, cipher }))
      const { pdf } = await assembled([{ ...page, password }])
      expect(pdf.isEncrypted).toBe(false)
      expect(contentOf(pdf, pdf.getPage(0))).toContain('Tj')
      expect((await assemble([page])).outcome).toMatchObject({ kind: 'problem', code: 'unreadable_file' })
    },
  )

  it('shows both sides of a card at their true size, each turned by itself', async () => {
    const sides = [
      await madePage({ width: 1_011, height: 638 }),
      await madePage({ width: 638, height: 1_011 }, { turn: 90 }),
    ]
    const { result, pdf } = await assembled(sides, { layout: 'card', compression: 'jpeg' })
    expect(result.pages).toBe(1)
    expect(sizeOf(pdf.getPage(0))).toEqual([210, 297])
    expect(imagesOn(pdf.getPage(0))).toBe(2)
    const boxes = [...contentOf(pdf, pdf.getPage(0)).matchAll(/^([\d.]+) 0 0 ([\d.]+) [\d.]+ [\d.]+ cm$/gm)]
    expect(boxes).toHaveLength(2)
    for (const [, width, height] of boxes) {
      expect(Math.abs(mm(Number(width)) - 85.6)).toBeLessThan(0.3)
      expect(Math.abs(mm(Number(height)) - 53.98)).toBeLessThan(0.3)
    }
  })

  it('can be A4 throughout', async () => {
    const { pdf } = await assembled([await madePage({ width: 900, height: 300 }), await madePage()], {
      pageSize: 'a4',
    })
    expect(pdf.getPages().map(sizeOf)).toEqual([
      [297, 210],
      [210, 297],
    ])
  })

  it('reads every format that a page can have', async () => {
    const pages = await Promise.all(
      (['png', 'jpeg', 'webp'] as const).map((format) => madePage({ format }, { gray: format === 'webp' })),
    )
    expect((await assembled(pages, { compression: 'lossless' })).result.pages).toBe(3)
    const { outcome } = await assemble([{ ...pages[0]!, rectifyId: randomUUID() }])
    expect(outcome).toMatchObject({ kind: 'problem', code: 'not_found' })
  })

  it('is refused once it is too large', async () => {
    const small = await openBench({ assemblyBytesMax: 500 })
    const tooLarge = { ...bench, ctx: { ...bench.ctx, limits: small.limits } }
    const page = await madePage()
    const own = { stepId: randomUUID(), ingestionId: randomUUID(), requestId: 'test' }
    const asked = { standard: 'pdf', compression: 'auto', maxBytes: null, pageSize: 'as_is', layout: 'pages' }
    const job = {
      step: 'assemble',
      ...own,
      original: { mime: '', bytes: 0 },
      title: 'a',
      pages: [page],
      ...asked,
    }
    expect(await runStep(job, tooLarge.ctx)).toMatchObject({ problem: { sentence: 'assembly_too_large' } })
    await small.close()
  })
})
