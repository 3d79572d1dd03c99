import type { PreviewQuad, Size } from '@equerre/geometry/spaces'
import { useEffect, useMemo, useRef } from 'react'
import { camscanWords } from '#words/camscan'
import { pageShape, straighten } from './quad/straighten.ts'
import type { PageFacts, Pixels } from './quad/straighten.ts'

type LiveProps = {
  readonly photo: HTMLImageElement
  /** In photo pixels. */
  readonly quad: PreviewQuad
  readonly paper: PageFacts['paper']
  readonly focal: number | undefined
  /** Maximum size of the page, in canvas pixels. */
  readonly box: Size
}

/** Photo pixels read per box pixel: close to what is drawn, so that text shows no moiré. */
const readPerDrawn = 1.7

/** The straightened page, using the service's homography, redrawn on every move. */
export function LivePreview({ photo, quad, paper, focal, box }: LiveProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pixels = useMemo(() => readPixels(photo, box), [photo, box])
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d')
      if (context) draw(context, pixels, { photo, quad, paper, focal, box })
    })
    return () => cancelAnimationFrame(frame)
  }, [photo, pixels, quad, paper, focal, box])
  return <canvas ref={canvas} role="img" aria-label={camscanWords.corners.live} />
}

function draw(context: CanvasRenderingContext2D, pixels: Pixels, live: LiveProps): void {
  const { photo, quad, paper, focal, box } = live
  const scale = pixels.width / photo.naturalWidth
  const [a, b, c, d] = quad
  const scaled = ([x, y]: PreviewQuad[0]) => [x * scale, y * scale] as const
  const frame = { width: photo.naturalWidth, height: photo.naturalHeight }
  const size = pageShape(quad, { paper, frame, focal }, box)
  const { canvas } = context
  canvas.width = size.width
  canvas.height = size.height
  const page = straighten(pixels, [scaled(a), scaled(b), scaled(c), scaled(d)], size)
  context.putImageData(new ImageData(page, size.width, size.height), 0, 0)
}

function readPixels(photo: HTMLImageElement, box: Size): Pixels {
  const { naturalWidth, naturalHeight } = photo
  const longSide = readPerDrawn * Math.max(box.width, box.height)
  const scale = Math.min(1, longSide / Math.max(naturalWidth, naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(naturalHeight * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no 2D canvas context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
