import type { RectifyReply } from '@equerre/contract/detourage'
import type { AccountExport } from '@equerre/contract/export'
import { PageText } from '@equerre/contract/page-text'
import { quadIsClockwiseConvex } from '@equerre/geometry/quad'
import { Client, jobOf } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import { writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLane, until } from './support/observe.ts'

let product: Product
let receipt: Paperwork
beforeAll(async () => {
  product = await startProduct()
  receipt = await writePaperwork('receipt', 8)
})
afterAll(() => product.stop())

/** A guest's page made of a file; every file here is a page on its own, to be kept whole. */
async function page(options: object) {
  const guest = await Client.guest(product.url)
  const { ingestion_id } = (await guest.ingest({ bytes: receipt.pdf, name: 'ticket.pdf' })).body
  const asked = { ingestion_id, options: JSON.stringify({ paper: 'none', dpi: 200, ...options }) }
  const { status, body } = await guest.rectify(asked)
  expect(status).toBe(200)
  return { guest, body, ingestion_id }
}

const textAt = async (guest: Client, path: string | null) => (await guest.bytes(path!)).bytes.toString('utf8')

describe('a page with text', () => {
  it('has its words, where they stand, and costs what a page costs', async () => {
    const { guest, body } = await page({ text: true })
    expect(body.text_reason).toBeNull()
    const { blocks } = PageText.parse(JSON.parse(await textAt(guest, body.artifacts.text_path)))
    const lines = blocks.flatMap((block) => block.lines)
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining([receipt.lines[1]]))
    for (const { corners } of lines.flatMap(({ words }) => words))
      expect(quadIsClockwiseConvex(corners)).toBe(true)
    const plain = await textAt(guest, body.artifacts.plain_text_path)
    // Tesseract, in a clone without the networks, now and then sees no space before €.
    const unspaced = (words: string) => words.replaceAll(' ', '')
    for (const amount of receipt.amounts) expect(unspaced(plain)).toContain(unspaced(amount))
    expect(await guest.credits()).toBe(9)
  })

  it('is a PDF in which its text is found, of the size that it says', async () => {
    const { guest, body } = await page({ text: true, format: 'pdf', standard: 'pdfa-2b', max_bytes: 60_000 })
    expect(body.artifacts.warped_path).toMatch(/-searchable\.pdf$/)
    const { status, headers, bytes } = await guest.bytes(body.artifacts.warped_path!)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    expect(body).toMatchObject({
      bytes: bytes.length,
      standard: 'pdfa-2b',
      compression: 'auto',
      max_bytes_met: true,
    })
  })

  it('can be asked for later, free of charge', async () => {
    const { guest, body, ingestion_id } = await page({})
    expect(body).toMatchObject({ text_reason: 'not_asked', artifacts: { text_path: null } })
    const options = JSON.stringify({ render_of: body.id, text: true })
    const again = await guest.rectify({ ingestion_id, options })
    expect(again.body.artifacts.text_path).not.toBeNull()
    expect(await guest.credits()).toBe(9)
  })

  it('does not hand out what it was read from', async () => {
    const { guest, body } = await page({ text: true })
    const legible = body.artifacts.warped_path!.replace('-warped.png', '-legible.jpg')
    expect((await guest.bytes(legible)).status).toBe(404)
  })

  it('is answered in one call, as the PDF itself if that is asked for, and follows its guest into an account', async () => {
    const guest = await Client.guest(product.url)
    const options = JSON.stringify({ paper: 'none', dpi: 200, text: true })
    const file = { bytes: receipt.pdf, name: 'ticket.pdf' }
    const { status, headers } = await guest.oneShotFile(file, { options }, { Accept: 'application/pdf' })
    expect([status, headers.get('Content-Location')]).toEqual([
      200,
      expect.stringMatching(/-searchable\.pdf$/),
    ])
    const choice = { person: 'new', email: `${randomUUID()}@exemple.test` } as const
    const account = await signIn(product.url, choice, guest)
    const { ingestions } = (await account.ask<AccountExport>('/api/me/export')).body
    const exported = ingestions.flatMap(({ pages }) => pages.map(({ rectify }) => rectify!.artifacts))
    expect(exported).toHaveLength(1)
    expect(await textAt(account, exported[0]!.plain_text_path)).toContain(receipt.amounts[0])
  })

  it('is read again where its worker dies in the middle of it', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await guest.ingest({ bytes: receipt.pdf, name: 'ticket.pdf' })).body
    const options = JSON.stringify({ paper: 'none', dpi: 200, text: true })
    const accepted = await guest.rectify({ ingestion_id, options }, { Prefer: 'respond-async' })
    const lane = await openLane(product, 'vision-read')
    await until(async () => (await lane.getActiveCount()) > 0)
    await product.kill('vision-worker')
    expect(await lane.getActiveCount()).toBe(1)
    await lane.close()
    await product.restart('vision-worker')
    const { status, body } = await guest.settle<RectifyReply>(jobOf(accepted).id)
    expect([status, body.text_reason]).toEqual([200, null])
    expect(await guest.credits()).toBe(9)
  })
})
