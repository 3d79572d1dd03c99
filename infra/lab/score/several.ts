/**
 * Measures how well several documents on one photograph are told apart, on drawn tables of 2 to 12 receipts and cards at any
 * angle. Usage: `npm run score:several [-- --count N] [--first SEED] [--cluttered]`; `--cluttered` adds mats, trays and
 * pens. A document is found if an answer covers it with an IoU of at least 0.9; an answer that covers half of two documents
 * merges them.
 */
import { documentsMax } from '@equerre/contract/detourage'
import { polygonArea, polygonClip } from '@equerre/geometry/polygon'
import { quadArea, quadIou, type Quad } from '@equerre/geometry/quad'
import { quadToRelative, type RelativeQuad } from '@equerre/geometry/spaces'
import { photographTable } from '@equerre/testkit/pictures'
import { parseArgs } from 'node:util'
import { look, openTools } from './look.ts'
import { scoredFrom } from './pictures.ts'
import { columns } from './table.ts'

const foundIou = 0.9
/** From this share of a document on, an answer has it inside. */
const mergedShare = 0.5
const landscape = { width: 1600, height: 1200 }
const upright = { width: 1200, height: 1600 }

type Counts = {
  readonly documents: number
  readonly answers: number
  readonly found: number
  /** Documents of which some candidate, chosen or not, has an IoU of at least `foundIou`. */
  readonly proposed: number
  readonly merges: number
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '44' },
    first: { type: 'string', default: String(scoredFrom) },
    cluttered: { type: 'boolean', default: false },
  },
})
const tools = await openTools()
const byCount = new Map<number, Counts[]>()
for (let i = 0; i < Number(values.count); i++) {
  const count = 2 + (i % (documentsMax - 1))
  const counts = await measure(count, Number(values.first) + i)
  byCount.set(count, [...(byCount.get(count) ?? []), counts])
  if (process.stderr.isTTY) process.stderr.write(`\r${i + 1} of ${values.count}`)
}
const head = ['on the table', 'tables', 'documents', 'proposed', 'precision', 'recall', 'F1', 'merges']
const lines = [...byCount].map(([count, each]) => [String(count), ...figures(each)])
console.log(columns(head, [...lines, ['all', ...figures([...byCount.values()].flat())]]))

async function measure(count: number, seed: number): Promise<Counts> {
  const frame = seed % 3 === 0 ? upright : landscape
  const clutter = values.cluttered ? { underlays: seed % 3, things: seed % 5 } : {}
  const { jpeg, quads, ...size } = await photographTable({ seed, count, ...frame, ...clutter })
  const { image, finding } = await look(jpeg, tools, false)
  const truths = quads.map((quad) => quadToRelative(quad, size))
  const answers =
    finding.answer.status === 'NOT_FOUND'
      ? []
      : finding.answer.documents.map(({ corners }) => corners as RelativeQuad)
  const ranked = finding.ranked.map(({ quad }) => quadToRelative(quad, image))
  return {
    documents: truths.length,
    answers: answers.length,
    found: truths.filter((truth) => isIn(answers, truth)).length,
    proposed: truths.filter((truth) => isIn(ranked, truth)).length,
    merges: answers.filter((answer) => covered(answer, truths) > 1).length,
  }
}

function isIn(quads: readonly Quad[], truth: Quad): boolean {
  return quads.some((quad) => quadIou(quad, truth) >= foundIou)
}

/** Of how many documents an answer has more than half inside. */
function covered(answer: Quad, truths: readonly Quad[]): number {
  const share = (truth: Quad) => polygonArea(polygonClip(truth, answer)) / quadArea(truth)
  return truths.filter((truth) => share(truth) >= mergedShare).length
}

function figures(each: readonly Counts[]): string[] {
  const sum = (name: keyof Counts) => each.reduce((total, counts) => total + counts[name], 0)
  const [documents, answers, found] = [sum('documents'), sum('answers'), sum('found')]
  return [
    String(each.length),
    String(documents),
    String(sum('proposed')),
    (found / Math.max(1, answers)).toFixed(3),
    (found / documents).toFixed(3),
    ((2 * found) / (documents + answers)).toFixed(3),
    String(sum('merges')),
  ]
}
