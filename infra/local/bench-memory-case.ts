/** `bench-memory-case.ts FILE DPI WHOLE`: all steps on one file, and how many megabytes their process ever held. */
import type { Corners } from '@equerre/contract/detourage'
import { readFileSync } from 'node:fs'
import { sniffMime } from '../../services/gateway/src/core/upload-policy.ts'
import { openBench, resultOf, userZone } from '../../services/vision-worker/test/bench.ts'
import { openSlotsOn, uploadTo } from '../../services/vision-worker/test/cells.ts'

const [, , file, dpi, whole] = process.argv
const inset = whole === 'true' ? 0 : 0.01
const corners: Corners = [[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]] // prettier-ignore

const bench = await openBench()
const slots = await openSlotsOn(bench)
const bytes = readFileSync(file!)
const upload = await uploadTo(slots, bench, { bytes, mime: sniffMime(bytes)! })
const { pages } = resultOf(await upload.ingest(), 'ingest')
const [page] = pages
resultOf(await upload.detect(page!), 'detect')
for (const format of ['jpeg', 'png', 'pdf'] as const)
  resultOf(await upload.rectify(page!, userZone(corners), { dpi: Number(dpi), format }), 'rectify')
const [pid] = slots.pids()
console.log(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024)
await slots.close()
await bench.close()
