/**
 * Runs one photograph or PDF page through the worker's own steps and saves every stage. Usage: `npm run scan
 * -- FILE [--debug DIR] [--page N] [--document N] [--relighting] [--dpi N] [--paper NAME] [--filter NAME]
 * [--format NAME]`. Stages go to `.out/scan` unless DIR is given.
 */
import { RectifyOptions } from '@equerre/contract/detourage'
import { artifactFile } from '@equerre/contract/jobs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sniffMime } from '@equerre/contract/file-type'
import { openBench, resultOf, type Upload } from '@equerre/vision-worker/test/bench.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    debug: { type: 'string', default: fileURLToPath(new URL('../../../.out/scan', import.meta.url)) },
    page: { type: 'string', default: '1' },
    document: { type: 'string' },
    relighting: { type: 'boolean', default: false },
    dpi: { type: 'string', default: '300' },
    paper: { type: 'string', default: 'auto' },
    filter: { type: 'string', default: 'color' },
    format: { type: 'string', default: 'png' },
  },
})
const { debug: folder, page: pageText, document, ...asked } = values
const page = Number(pageText)
const options = RectifyOptions.parse({
  ...asked,
  dpi: Number(asked.dpi),
  ...(document && { document: Number(document) }),
})
const bytes = await readFile(positionals[0]!)
await mkdir(folder, { recursive: true })
const bench = await openBench({}, folder)
try {
  await scan(await bench.upload(bytes, sniffMime(bytes) ?? 'application/octet-stream'))
} finally {
  await bench.close()
}

async function scan(upload: Upload): Promise<void> {
  const file = resultOf(await upload.ingest(), 'ingest')
  const info = file.pages[page - 1]!
  console.log('ingest', info)
  const detected = await upload.detect(info, page)
  const detection = resultOf(detected, 'detect')
  console.log('detect', JSON.stringify(detection, null, 1))
  await keep(upload, artifactFile.preview(page), '50-preview.jpg')
  await keep(upload, artifactFile.viz(detected.stepId), '51-answer.jpg')
  await keep(upload, artifactFile.mask(detected.stepId), '52-mask.png')
  const zone = options.document === undefined ? detection : detection.documents[options.document - 1]
  if (detection.status === 'NOT_FOUND' || !zone) return
  for (const relighting of options.relighting ? [false, true] : [false]) {
    const outcome = await upload.rectify(
      info,
      { source: 'detection', corners: zone.corners, confidence: zone.confidence, status: zone.status },
      { ...options, relighting, page },
    )
    console.log('rectify', resultOf(outcome, 'rectify'))
    const made = artifactFile.warped(outcome.stepId, options.format)
    await keep(upload, made, `${relighting ? '61-relit' : '60-warped'}.${options.format}`)
  }
}

async function keep(upload: Upload, artifact: string, name: string): Promise<void> {
  const stored = await upload.read(artifact)
  if (stored) await writeFile(join(folder, name), stored)
}
