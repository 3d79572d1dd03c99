import type { StepStatus } from '@equerre/contract/detourage'
import { median } from '@equerre/vision-worker/src/core/pixels.ts'
import type { PictureKind } from './pictures.ts'

/** The result for one picture. IoUs are with the truth: of a flat scan the frame, of a negative nothing. */
export type Row = {
  readonly name: string
  readonly source: string
  readonly kind: PictureKind
  /** Words from its annotation. */
  readonly tags: readonly string[]
  readonly status: StepStatus
  readonly confidence: number
  /** The answer's IoU; 0 if no document was found. */
  readonly iou: number
  /** IoU of the best-ranked quad, whatever the status, and of the best quad proposed at all. */
  readonly iouRanked: number
  readonly iouProposed: number
  /** The source that proposed the best-ranked quad. */
  readonly origin: string
  /** Share of the frame that the answer keeps. */
  readonly kept: number
  readonly cpuMs: number
  readonly peerIou: number
  readonly peerKept: number
  readonly peerCpuMs: number
}

/** One line of the table: label, our figure, the peer's. */
type Figure = readonly [label: string, ours: string, peer: string]

const rightIou = 0.95
const wrongIou = 0.9
const keptMin = 0.98
const bins = [0, 0.25, 0.5, 0.75, 0.85, 0.95, 1.001] as const

/** The rows of the requirements, in their order; kinds without pictures are left out. */
export function summarise(rows: readonly Row[]): Figure[] {
  const documents = rows.filter(({ kind }) => kind === 'document')
  const negatives = rows.filter(({ kind }) => kind === 'negative')
  const flats = rows.filter(({ kind }) => kind === 'flat')
  return [
    ...(documents.length > 0 ? documentFigures(documents) : []),
    ...(negatives.length > 0 ? negativeFigures(negatives) : []),
    ...(flats.length > 0 ? flatFigures(flats) : []),
    [
      'CPU ms of detection, median',
      fixed(median(rows.map((r) => r.cpuMs)), 0),
      fixed(median(rows.map((r) => r.peerCpuMs)), 0),
    ],
  ]
}

function documentFigures(rows: readonly Row[]): Figure[] {
  const ious = rows.map(({ iou }) => iou)
  const peers = rows.map(({ peerIou }) => peerIou)
  const right = rows.filter(({ iouRanked }) => iouRanked >= rightIou)
  const silent = rows.filter(({ status, iou }) => status === 'OK' && iou < wrongIou)
  const needless = right.filter(({ status }) => status !== 'OK')
  return [
    ['documents', String(rows.length), ''],
    ['mean IoU', fixed(mean(ious)), fixed(mean(peers))],
    [
      'mean over sources',
      fixed(meanOverSources(rows, ({ iou }) => iou)),
      fixed(meanOverSources(rows, ({ peerIou }) => peerIou)),
    ],
    [
      'mean, any one source left out',
      range(withoutEach(rows, (rest) => mean(rest.map(({ iou }) => iou)))),
      range(withoutEach(rows, (rest) => mean(rest.map(({ peerIou }) => peerIou)))),
    ],
    [
      'share ≥ 0.95, any one source left out',
      range(withoutEach(rows, (rest) => mean(rest.map(({ iou }) => Number(iou >= rightIou))))),
      range(withoutEach(rows, (rest) => mean(rest.map(({ peerIou }) => Number(peerIou >= rightIou))))),
    ],
    ['IoU ≥ 0.95', share(ious, (iou) => iou >= rightIou), share(peers, (iou) => iou >= rightIou)],
    ['IoU < 0.90', share(ious, (iou) => iou < wrongIou), share(peers, (iou) => iou < wrongIou)],
    ['silent errors: OK but < 0.90', of(silent, rows), ''],
    ['right (≥ 0.95) but not OK', of(needless, right), ''],
    [
      'answered NOT_FOUND',
      of(
        rows.filter(({ status }) => status === 'NOT_FOUND'),
        rows,
      ),
      '',
    ],
    ['mean IoU of the best-ranked', fixed(mean(rows.map(({ iouRanked }) => iouRanked))), ''],
    ['mean IoU of the best proposed', fixed(mean(rows.map(({ iouProposed }) => iouProposed))), ''],
  ]
}

function negativeFigures(rows: readonly Row[]): Figure[] {
  const counted = (status: StepStatus) => rows.filter((row) => row.status === status).length
  const refused = rows.filter(({ status }) => status !== 'OK')
  return [
    [
      'no document: refused or doubted',
      of(refused, rows),
      of(
        rows.filter(({ peerKept }) => peerKept === 0),
        rows,
      ),
    ],
    ['  of them NOT_FOUND', String(counted('NOT_FOUND')), ''],
  ]
}

function flatFigures(rows: readonly Row[]): Figure[] {
  const kept = rows.filter((row) => row.kept >= keptMin)
  return [
    [
      'flat scans kept (≥ 98 % of the area)',
      of(kept, rows),
      of(
        rows.filter(({ peerKept }) => peerKept >= keptMin || peerKept === 0),
        rows,
      ),
    ],
    [
      '  of them OK',
      of(
        kept.filter(({ status }) => status === 'OK'),
        kept,
      ),
      '',
    ],
  ]
}

/** Source, pictures, mean IoU, smallest IoU, the peer's mean IoU: the source with the lowest mean first. */
export function bySource(rows: readonly Row[]): string[][] {
  return groupedBySource(rows.filter(({ kind }) => kind === 'document'))
    .map(([source, group]) => ({ source, group, mean: mean(group.map(({ iou }) => iou)) }))
    .toSorted((a, b) => a.mean - b.mean)
    .map(({ source, group, mean: own }) => [
      source,
      String(group.length),
      fixed(own),
      fixed(Math.min(...group.map(({ iou }) => iou))),
      fixed(mean(group.map(({ peerIou }) => peerIou))),
    ])
}

/** What is photographed, by its tags; the first that fits. */
const sorts = [
  ['receipts', ['receipt', 'ticket']],
  ['cards', ['card', 'index-card', 'specimen-id', 'banknote']],
  ['boards', ['whiteboard', 'blackboard']],
  ['sheets', null],
] as const

/** The same columns as {@link bySource}, and the share from 0.95 on, for receipts, cards, boards and sheets. */
export function bySort(rows: readonly Row[]): string[][] {
  const documents = rows.filter(({ kind }) => kind === 'document')
  const sortOf = ({ tags }: Row) =>
    sorts.find(([, words]) => words === null || words.some((word) => tags.includes(word)))![0]
  return sorts.flatMap(([sort]) => {
    const group = documents.filter((row) => sortOf(row) === sort)
    if (group.length === 0) return []
    const ious = group.map(({ iou }) => iou)
    const peers = group.map(({ peerIou }) => peerIou)
    const right = share(ious, (iou) => iou >= rightIou)
    return [
      [sort, String(group.length), fixed(mean(ious)), fixed(Math.min(...ious)), right, fixed(mean(peers))],
    ]
  })
}

/** Whether a confidence of p is right p of the time: bin, pictures, mean confidence, share of right answers. */
export function reliability(rows: readonly Row[]): string[][] {
  return bins.slice(0, -1).flatMap((from, i) => {
    const group = rows.filter(({ confidence }) => confidence >= from && confidence < bins[i + 1]!)
    if (group.length === 0) return []
    const right = group.filter((row) => row.iouRanked >= rightIou)
    return [
      [
        `${fixed(from, 2)} – ${fixed(Math.min(1, bins[i + 1]!), 2)}`,
        String(group.length),
        fixed(mean(group.map(({ confidence }) => confidence)), 2),
        fixed(right.length / group.length, 2),
      ],
    ]
  })
}

/**
 * The shift in logits that would make the confidences true on average: over all pictures, and the least and
 * most if any one source is left out; near 0 if they are calibrated.
 */
export function calibrationShift(rows: readonly Row[]): { all: number; least: number; most: number } {
  return { all: shiftOf(rows), ...withoutEach(rows, shiftOf) }
}

/** The least and most that a figure is if any one source is left out; where there is but one, that of nothing. */
function withoutEach(
  rows: readonly Row[],
  figure: (rest: readonly Row[]) => number,
): { least: number; most: number } {
  const sources = [...new Set(rows.map(({ source }) => source))]
  const without = sources.map((source) => figure(rows.filter((row) => row.source !== source)))
  return { least: Math.min(...without), most: Math.max(...without) }
}

/** By bisection: the expected number of right answers rises with the shift. */
function shiftOf(rows: readonly Row[]): number {
  const right = rows.filter(({ kind, iouRanked }) => kind !== 'negative' && iouRanked >= rightIou).length
  const logits = rows.map(({ confidence }) => Math.log((confidence + 1e-4) / (1 - confidence + 1e-4)))
  let [low, high] = [-8, 8]
  while (high - low > 1e-3) {
    const middle = (low + high) / 2
    const expected = logits.reduce((sum, logit) => sum + 1 / (1 + Math.exp(-logit - middle)), 0)
    if (expected < right) low = middle
    else high = middle
  }
  return low
}

/** One line per picture, worst first. */
export function perPicture(rows: readonly Row[]): string[][] {
  const badness = ({ kind, iou, status }: Row) => (kind === 'negative' ? (status === 'OK' ? 0 : 1) : iou)
  return rows
    .toSorted((a, b) => badness(a) - badness(b))
    .map((row) => [
      row.name,
      row.kind,
      row.status,
      fixed(row.confidence, 2),
      row.kind === 'negative' ? '–' : fixed(row.iou),
      row.kind === 'negative' ? '–' : fixed(row.iouProposed),
      row.kind === 'negative' ? '–' : fixed(row.peerIou),
      row.origin,
      fixed(row.cpuMs, 0),
    ])
}

/** A table with aligned columns; the first column is left-aligned, the others right-aligned. */
export function columns(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]!.length)))
  const text = (line: readonly string[]) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')
  return [head, ...lines].map(text).join('\n')
}

/** The mean of the sources' means, because one source may supply half of the pictures. */
export function meanOverSources<R extends Sourced>(rows: readonly R[], value: (row: R) => number): number {
  return mean(groupedBySource(rows).map(([, group]) => mean(group.map(value))))
}

type Sourced = { readonly source: string }

function groupedBySource<R extends Sourced>(rows: readonly R[]): [source: string, group: R[]][] {
  const sources = [...new Set(rows.map(({ source }) => source))]
  return sources.map((source) => [source, rows.filter((row) => row.source === source)])
}

function share(values: readonly number[], holds: (value: number) => boolean): string {
  return of(values.filter(holds), values)
}

function of(some: readonly unknown[], all: readonly unknown[]): string {
  return `${some.length} of ${all.length}`
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function range({ least, most }: { least: number; most: number }): string {
  if (Number.isNaN(least)) return ''
  return `${fixed(least)} – ${fixed(most)}`
}

function fixed(value: number, digits = 3): string {
  return value.toFixed(digits)
}
