import type { MadePage } from './make-file.ts'
import { words, type Language } from './words.ts'

export type FileResult = {
  readonly file: string
  readonly state: 'done' | 'failed' | 'left'
  readonly code: string | null
  readonly detail: string | null
  readonly pages: readonly MadePage[]
  /** In a list. */
  readonly group?: string | null
  readonly reference?: string | null
}
export type Summary = {
  readonly files: number
  readonly done: number
  readonly failed: number
  readonly left: number
  readonly credits_charged: number
  readonly credits_remaining: number | null
  readonly pdf: string | null
  /** Of the groups of a list. */
  readonly pdfs?: readonly string[]
}

const barCells = 24

type Wishes = {
  readonly json: boolean
  readonly lang: Language
  readonly total: number
  readonly reading: boolean
}

/** Results on stdout, in the order of the files; a bar on stderr where somebody watches. */
export class Report {
  readonly #wishes: Wishes
  readonly #ended: (FileResult | undefined)[] = []
  readonly #watched: boolean
  #told = 0
  #count = 0
  #reached = 0

  constructor(wishes: Wishes) {
    this.#wishes = wishes
    this.#watched = process.stderr.isTTY === true && !wishes.json
    this.#draw()
  }

  /** So many are made, and are still to be fetched. */
  reached(count: number): void {
    this.#reached = count
    this.erase()
    this.#draw()
  }

  ended(index: number, result: FileResult): void {
    this.#ended[index] = result
    if (result.state !== 'left') this.#count += 1
    this.erase()
    for (let next; (next = this.#ended[this.#told]); this.#told += 1) this.#tell(next)
    this.#draw()
  }

  summary(summary: Summary): void {
    this.erase()
    const { json, lang, reading } = this.#wishes
    if (json) return line(process.stdout, JSON.stringify({ summary }))
    const { done, failed, left, credits_charged: charged, credits_remaining: remaining } = summary
    const text = words[lang].summary({ done, failed, left, charged, remaining })
    line(reading ? process.stderr : process.stdout, text)
  }

  #tell(result: FileResult): void {
    const { json, lang, reading } = this.#wishes
    const { file, state, detail, pages } = result
    if (json) return line(process.stdout, JSON.stringify(asJson(result)))
    for (const page of pages) {
      const paths = [page.path, page.text_path].filter((each) => each !== null)
      const again = page.status === null ? ` (${words[lang].already})` : ''
      if (paths.length > 0) line(process.stdout, `${file} → ${paths.join(', ')}${again}`)
      else if (reading) line(process.stdout, page.text ?? '')
    }
    if (state === 'failed') line(process.stderr, words[lang].failed(file, detail ?? ''))
  }

  #draw(): void {
    if (!this.#watched) return
    const { total } = this.#wishes
    const count = Math.max(this.#count, this.#reached)
    const full = Math.round((barCells * count) / Math.max(1, total))
    process.stderr.write(`\r${'█'.repeat(full)}${'░'.repeat(barCells - full)} ${count}/${total}`)
  }

  /** The bar, where something else is to be said. */
  erase(): void {
    if (this.#watched) process.stderr.write('\r\u001b[2K')
  }
}

/** Without what only the run itself needs. */
function asJson({ pages, ...rest }: FileResult): unknown {
  return {
    ...rest,
    credits_charged: pages.reduce((sum, page) => sum + page.credits_charged, 0),
    pages: pages.map(({ part, ...page }) => ({
      ...page,
      rectify_id: part && 'rectify_id' in part ? part.rectify_id : null,
    })),
  }
}

function line(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`)
}
