/** Measures one thing in its own process: `work.ts NAME FOLDER ROUNDS` prints CPU milliseconds per round. */
import type { Corners } from '@equerre/contract/detourage'
import { homographyBetween } from '@equerre/geometry/homography'
import { quadToRelative } from '@equerre/geometry/spaces'
import { frameQuad, type Quad } from '@equerre/geometry/quad'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { loadWarpKernel } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import { warp as portable, type Warp } from '@equerre/vision-worker/src/core/rectify/warp.ts'
import { openBench, resultOf, userZone, type Upload } from '@equerre/vision-worker/test/bench.ts'
import { benchPage, benchPhoto, type Work } from './inputs.ts'
import { findWithScanic } from '../score/peer.ts'

type Round = () => unknown

const bytes = readFileSync(path.join(process.argv[3]!, 'photo.jpg'))
const quad = JSON.parse(readFileSync(path.join(process.argv[3]!, 'corners.json'), 'utf8')) as Quad
const rounds = Number(process.argv[4])
const info = { width: benchPhoto.width, height: benchPhoto.height, kind: 'photo' } as const
const zone = userZone(quadToRelative(quad, benchPhoto) as unknown as Corners)
const bench = await openBench()
const native = loadWarpKernel()
const frame = frameQuad(benchPage)

const works: Readonly<Record<Work, () => Round | null | Promise<Round>>> = {
  'rectify-jpeg': async () => rectifying(await bench.upload(bytes), 'jpeg'),
  'rectify-png': async () => rectifying(await bench.upload(bytes), 'png'),
  'floor-jpeg': () => async () => bench.ctx.codec.encodeJpeg(await bareWarped(), { quality: 90, dpi: 300 }),
  'floor-png': () => async () => bench.ctx.codec.encodePng(await bareWarped(), 300),
  'warp-native': () => native && warping(native),
  'warp-portable': () => warping(portable),
  detect: async () => {
    const upload = await ingested()
    return () => upload.detect(info)
  },
  'detect-floor': () => () => bench.ctx.codec.decodeSmall(bytes, 800),
  'detect-scanic': () => async () => findWithScanic(await bench.ctx.codec.decodeSmall(bytes, 800)),
  whole: async () => async () => {
    const upload = await ingested()
    resultOf(await upload.detect(info), 'detect')
    await rectifying(upload, 'jpeg')()
  },
}

const round = await works[process.argv[2] as Work]()
const times: number[] = []
for (let i = 0; round && i <= rounds; i++) {
  const before = cpuMs()
  await round()
  times.push(cpuMs() - before)
}
await bench.close()
console.log(JSON.stringify(times.slice(1)))

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function rectifying(upload: Upload, format: 'jpeg' | 'png'): Round {
  return async () => {
    const result = resultOf(await upload.rectify(info, zone, { format, paper: 'a4' }), 'rectify')
    if (result.width !== benchPage.width || result.dpi !== 300) throw new Error('not an A4 page at 300 dpi')
  }
}

async function ingested(): Promise<Upload> {
  const upload = await bench.upload(bytes)
  resultOf(await upload.ingest(), 'ingest')
  return upload
}

/** The minimum that any rectification needs: decoded by sharp, warped by the kernel, nothing else. */
async function bareWarped() {
  const { data, info: decoded } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return (native ?? portable)({ ...decoded, data }, homographyBetween(frame, quad), benchPage)
}

/** 12 Mpx to 12 Mpx, like the target. */
function warping(warp: Warp): Round {
  const { width, height } = benchPhoto
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 2_654_435_761) >>> 24)
  const corners = frameQuad({ width, height })
  return () => warp({ width, height, data }, homographyBetween(corners, quad), { width, height })
}
