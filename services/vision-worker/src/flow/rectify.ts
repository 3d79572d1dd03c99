import { outputFormats, type Corners } from '@equerre/contract/detourage'
import {
  artifactFile,
  storageKeys,
  type DetectResult,
  type RectifyJob,
  type RectifyResult,
  type Zone,
} from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { cameraOf } from '@equerre/geometry/proportions'
import { quadInPixels, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import { readPdfPage } from '../adapters/pdf.ts'
import type { Context } from '../context.ts'
import { pdfDensity } from '../core/ingest/pdf-size.ts'
import { discard } from '../core/pixels.ts'
import { isFrame } from '../core/rectify/frame.ts'
import { planPageSize, type PageSize, type PageSource } from '../core/rectify/page-size.ts'
import { encodePage, finishPage } from './encode-page.ts'
import { findDocument } from './find-document.ts'
import { loadPreview, type Preview } from './load-preview.ts'
import { readOriginal } from './open-original.ts'
import { storeEvidence } from './store-evidence.ts'
import { storeSmall } from './store-small.ts'
import { straighten } from './straighten.ts'

type Chosen = { readonly zone: Omit<Zone, 'source'>; readonly detection: DetectResult | null }

/** Zone → page size → straightened pixels → file, and the small pictures of it. Without a document nothing is made, and nothing will be charged. */
export async function rectify(job: RectifyJob, ctx: Context): Promise<RectifyResult> {
  const preview = await loadPreview(job, ctx)
  const chosen = await chooseZone(job, preview, ctx)
  await storeEvidence(job, { preview, ...chosen.zone }, ctx)
  if (chosen.zone.status === 'NOT_FOUND') return describe(job, chosen, untouched(job))
  const original = await readOriginal(job, ctx)
  const quad = quadInPixels<PhotoPoint>(chosen.zone.corners as RelativeQuad, job.pageInfo)
  const source = await sourceOf(job, { original, corners: chosen.zone.corners }, ctx)
  const size = planPageSize(quad, source, { ...job.options, pixelsMax: ctx.limits.outputPixelsMax })
  const image = await straighten({ job, original, corners: chosen.zone.corners }, size, ctx)
  const wanted = { ...wantedOf(job, size), debug: ctx.debug(job.stepId) }
  const page = await finishPage(image, wanted, ctx)
  await Promise.all([
    storeSmall(job, { page, pictures: ['screen', 'thumb'] }, ctx),
    encodePage(page, wanted, ctx).then((file) => storeFile(job, file, ctx)),
  ])
  discard(page)
  return { ...describe(job, chosen, size), shrunk: true }
}

async function storeFile(job: RectifyJob, file: Uint8Array, ctx: Context): Promise<void> {
  const key = storageKeys.artifact(job.ingestionId, artifactFile.warped(job.stepId, job.options.format))
  await ctx.storage.put(key, file, { mime: outputFormats[job.options.format] })
}

async function chooseZone(job: RectifyJob, preview: Preview, ctx: Context): Promise<Chosen> {
  if (job.zone) return { zone: job.zone, detection: null }
  const detection = await findDocument(preview, job, ctx)
  if (detection.status === 'NOT_FOUND') return { zone: detection, detection }
  const { document } = job.options
  const zone = detection.documents[document - 1]
  if (!zone) throw new Problem('document_missing', { document })
  return { zone, detection }
}

type Cut = { readonly original: Buffer; readonly corners: Corners }

/**
 * What is known of the resolution: pages of a PDF have a size on paper, what is cut out of a photograph does not, and a
 * picture in a PDF that is kept whole is such a page.
 */
async function sourceOf(
  { original: { mime }, page, pageInfo }: RectifyJob,
  { original, corners }: Cut,
  ctx: Context,
): Promise<PageSource> {
  const camera = cameraOf(pageInfo, pageInfo.focal)
  const unknown = mime !== 'application/pdf' || (pageInfo.kind === 'photo' && !isFrame(corners))
  if (unknown) return { camera, pixelsPerInch: null, dpiMax: null }
  return { camera, ...pdfDensity(await readPdfPage(original, page), pageInfo, ctx.limits) }
}

/** An identity card has no paper that could be white: its ground is printed all over. */
function wantedOf({ options, watermark }: RectifyJob, { dpi, card }: PageSize) {
  return { ...options, dpi, watermark, relighting: options.relighting && !card }
}

type Made = Omit<PageSize, 'reduction' | 'card' | 'measured'> & {
  readonly measured: PageSize['measured'] | null
}

function untouched({ pageInfo, options }: RectifyJob): Made {
  return { width: pageInfo.width, height: pageInfo.height, dpi: options.dpi, paper: null, measured: null }
}

function describe(job: RectifyJob, { zone, detection }: Chosen, size: Made): RectifyResult {
  const { measured } = size
  return {
    status: zone.status,
    confidence: zone.confidence,
    corners: zone.corners,
    dpi: size.dpi,
    mime: outputFormats[job.options.format],
    width: size.width,
    height: size.height,
    paper: size.paper,
    proportions: measured && { ratio: digits(measured.ratio), uncertainty: digits(measured.logSd) },
    detection,
  }
}

/** Rounded, but never to nothing: the narrowest strip has proportions too. */
function digits(value: number): number {
  return Number(value.toPrecision(5))
}
