/** `bench-memory-case.ts FILE DPI WHOLE`: all steps on one file, and how many megabytes this process ever held. */
import type { Corners } from '@equerre/contract/detourage'
import { readFileSync } from 'node:fs'
import { sniffMime } from '../../services/gateway/src/core/upload-policy.ts'
import { openBench, resultOf, userZone } from '../../services/vision-worker/test/bench.ts'

const [, , file, dpi, whole] = process.argv
const inset = whole === 'true' ? 0 : 0.01
const corners: Corners = [[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]] // prettier-ignore

const bench = await openBench()
const upload = await uploaded()
const { pages } = resultOf(await upload.ingest(), 'ingest')
resultOf(await upload.detect(pages[0]!), 'detect')
for (const format of ['jpeg', 'png', 'pdf'] as const) {
  resultOf(await upload.rectify(pages[0]!, userZone(corners), { dpi: Number(dpi), format }), 'rectify')
}
await bench.close()
console.log(process.resourceUsage().maxRSS / 1_024)

function uploaded() {
  const bytes = readFileSync(file!)
  return bench.upload(bytes, sniffMime(bytes)!)
}
