import { EquerreError, type Equerre, type Rectification } from '@equerre/client'
import type { ServerContext } from '@modelcontextprotocol/server'
import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import { Refused, type Disk } from './disk.ts'

/** How long addresses of results open without a key. */
const signedSeconds = 3_600

export type Asked = {
  readonly path?: string | undefined
  readonly url?: string | undefined
  readonly password?: string | undefined
  readonly [option: string]: unknown
}
type AskedText = Asked & { readonly page_id?: string | undefined }
type AskedPdf = { readonly page_ids: readonly string[]; readonly [option: string]: unknown }
/** A page, of a call or of a job: only the first says what it cost. */
type Page = Omit<Rectification, 'credits'> & Partial<Pick<Rectification, 'credits'>>

/** What the tools do. Files go by their path or address, never through the model. */
export class Tools {
  readonly #equerre: Equerre
  readonly #baseUrl: string
  readonly #disk: Disk | undefined

  constructor(equerre: Equerre, { baseUrl, disk }: { baseUrl: string; disk?: Disk | undefined }) {
    this.#equerre = equerre
    this.#baseUrl = baseUrl
    this.#disk = disk
  }

  async straighten(asked: Asked, ctx: ServerContext) {
    const page = await this.#make(asked, ctx)
    const { id, status, reasons, mime, width, height, artifacts } = page
    const name = `${stemOf(asked)}-straightened.${extensionOf(mime)}`
    const made = artifacts.warped_path
    const file = made === null ? null : await this.#handOut(made, name, asked.path)
    return { page_id: id, status, reasons, file, mime, width, height, ...creditsOf(page) }
  }

  async readText({ page_id: id, ...asked }: AskedText, ctx: ServerContext) {
    if (id !== undefined && (asked.path ?? asked.url) !== undefined)
      throw new Refused('Give either a page_id or a file.')
    const { signal } = ctx.mcpReq
    const page =
      id === undefined ? await this.#make({ ...asked, text: true }, ctx) : await this.#find(id, signal)
    const made = page.artifacts.warped_path !== null
    const text = made ? (await this.#equerre.readText(page, { signal })).text : ''
    return { page_id: page.id, status: page.status, text, ...creditsOf(page) }
  }

  async assemble({ page_ids: ids, ...options }: AskedPdf, { mcpReq: { signal } }: ServerContext) {
    const body = { ...options, pages: ids.map((id) => ({ rectify_id: id })) }
    const input = { body, query: { sign_for: String(signedSeconds) } } as never
    const made = await repeatably(['assemble', body], (idempotencyKey) =>
      this.#equerre.call('assemble', input, { signal, idempotencyKey }),
    )
    const file = await this.#handOut(made.artifacts.pdf_path, `${safe(made.title)}.pdf`)
    const { page_count, pages_with_text, bytes } = made
    return { file, page_count, pages_with_text, bytes }
  }

  async credits({ mcpReq: { signal } }: ServerContext) {
    return { credits: await this.#equerre.credits({ signal }) }
  }

  async #make({ path: asked, url, password, ...options }: Asked, ctx: ServerContext): Promise<Rectification> {
    if ((asked === undefined) === (url === undefined)) throw new Refused('Give either a path or a url.')
    if (asked !== undefined && !this.#disk) throw new Refused('No folder of this computer is allowed.')
    await tell(ctx, 1, 'Reading the file')
    const read = asked === undefined ? null : await this.#disk!.read(asked)
    await tell(ctx, 2, 'Straightening')
    const wanted = { ...options, ...(password !== undefined && { password }), sign_for: signedSeconds }
    const { signal } = ctx.mcpReq
    const page = await repeatably(['straighten', read?.digest ?? url, wanted], (idempotencyKey) =>
      this.#equerre.straighten(read?.file ?? new URL(url!), wanted, { signal, idempotencyKey }),
    )
    await tell(ctx, 3, 'Done')
    return page
  }

  /** A page that was made before. */
  async #find(id: string, signal: AbortSignal): Promise<Page> {
    const made = await this.#equerre.wait(id, { signal })
    if (!('warped_path' in made.artifacts)) throw new Refused('This is not the id of a page.')
    return made as Page
  }

  /** Where a result is, which is not lost if it cannot be kept. */
  async #handOut(
    made: string,
    name: string,
    source?: string,
  ): Promise<{ path: string } | { address: string }> {
    const address = new URL(made, this.#baseUrl).href
    if (!this.#disk) return { address }
    const bytes = new Uint8Array(await (await this.#equerre.download(made)).arrayBuffer())
    const kept = await this.#disk.keep(bytes, name, source).catch(() => null)
    return kept === null ? { address } : { path: kept }
  }
}

/** The same call has the same key, and is charged once; what it made then may be erased by now, and is made anew. */
async function repeatably<Made>(call: unknown, send: (key: string) => Promise<Made>): Promise<Made> {
  const key = createHash('sha256').update(JSON.stringify(call)).digest('hex')
  try {
    return await send(key)
  } catch (error) {
    const isGone = error instanceof EquerreError && ['expired', 'not_found'].includes(error.code)
    if (!isGone) throw error
    return send(randomUUID())
  }
}

/** Tells a client that asked to be told. */
async function tell({ mcpReq }: ServerContext, progress: number, message: string): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const params = { progressToken, progress, total: 3, message }
  await mcpReq.notify({ method: 'notifications/progress', params })
}

function creditsOf({ credits }: Page) {
  return { credits_charged: credits?.charged ?? null, credits_remaining: credits?.remaining ?? null }
}

function extensionOf(mime: string | null): string {
  return (mime ?? '').replace(/^.*[/]/, '').replace('jpeg', 'jpg')
}

function stemOf({ path: asked, url }: Asked): string {
  const source = asked ?? decodeURIComponent(new URL(url!).pathname)
  return safe(path.parse(source).name) || 'page'
}

/** As a name of a file, wherever it may end up. */
function safe(text: string): string {
  return text
    .replace(/[\s\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
}
