import type * as Muxer from 'mediabunny'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** One frame of the loop; `trace` is how much of the outline is drawn, from 0 to 1. */
export type Frame = {
  readonly picture: Buffer
  readonly corners: readonly (readonly [number, number])[]
  readonly trace: number
  readonly seconds: number
}

const origin = 'http://localhost'
const muxer = createRequire(import.meta.url)
  .resolve('mediabunny')
  .replace(/[^/]+$/, 'mediabunny.mjs')
const bitsPerSecond = 1_300_000

/**
 * Encodes the frames as a silent WebM in a browser, which has the encoder; each frame lasts for its
 * `seconds`.
 */
export async function recordLoop(page: Page, frames: readonly Frame[]): Promise<Buffer> {
  const pictures = new Map(frames.map(({ picture }, index) => [`/${index}.webp`, picture]))
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const picture = pictures.get(pathname)
    if (picture) return route.fulfill({ contentType: 'image/webp', body: picture })
    if (pathname === '/muxer.mjs')
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(muxer) })
    return route.fulfill({ contentType: 'text/html', body: '<canvas></canvas>' })
  })
  // Encoders exist only in secure contexts, and localhost is one.
  await page.goto(`${origin}/`)
  const steps = frames.map(({ corners, trace, seconds }, index) => ({
    url: `/${index}.webp`,
    corners,
    trace,
    seconds,
  }))
  const base64 = await page.evaluate(encode, { steps, bitsPerSecond })
  return Buffer.from(base64, 'base64')
}

type Step = Omit<Frame, 'picture'> & { readonly url: string }

/** Runs in the browser, so it can use only its argument. */
async function encode({ steps, bitsPerSecond }: { steps: readonly Step[]; bitsPerSecond: number }) {
  const { Output, WebMOutputFormat, BufferTarget, CanvasSource } = (await import(
    new URL('/muxer.mjs', location.href).href
  )) as typeof Muxer
  const canvas = document.querySelector('canvas')!
  const context = canvas.getContext('2d')!
  const load = async (url: string) => createImageBitmap(await (await fetch(url)).blob())
  const first = await load(steps[0]!.url)
  Object.assign(canvas, { width: first.width, height: first.height })

  const outline = ({ corners, trace }: Step, colour: string, width: number) => {
    const sides = corners.map(([x, y], i) => {
      const [nextX, nextY] = corners[(i + 1) % 4]!
      return Math.hypot(nextX - x, nextY - y)
    })
    const length = sides.reduce((sum, side) => sum + side, 0)
    context.beginPath()
    for (const [x, y] of corners) context.lineTo(x, y)
    context.closePath()
    context.setLineDash([length * trace, length])
    Object.assign(context, { strokeStyle: colour, lineWidth: width, lineJoin: 'miter' })
    if (trace > 0) context.stroke()
  }
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new CanvasSource(canvas, { codec: 'vp9', bitrate: bitsPerSecond, keyFrameInterval: 10 })
  output.addVideoTrack(source)
  await output.start()
  let now = 0
  for (const step of steps) {
    context.drawImage(await load(step.url), 0, 0)
    outline(step, '#ffffff', 7)
    outline(step, '#2438e8', 3.5)
    await source.add(now, step.seconds)
    now += step.seconds
  }
  await output.finalize()
  const bytes = new Uint8Array(target.buffer!)
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
