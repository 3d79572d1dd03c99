import { boxQuad } from '@equerre/geometry/quad'
import type { Quad } from '@equerre/geometry/quad'
import { quadInPixels } from '@equerre/geometry/spaces'
import type { Size } from '@equerre/geometry/spaces'
import { useLayoutEffect, useRef } from 'react'
import type { Job } from '../../jobs/job.ts'
import { cssTransform, squaringMaps } from '../../ui/square-up.ts'
import * as styles from './Squaring.module.css'

const durationMs = 600
/** The browser interpolates between them, which is only exact for close ones. */
const keyframes = 24

type SquaringProps = {
  readonly job: Job
  /** The photo in which the page was found. */
  readonly photoUrl: string
  readonly onEnd: () => void
}

/** Squares the photo up into the page below it, as the home page does, then reveals that page. */
export function Squaring({ job, photoUrl, onEnd }: SquaringProps) {
  const stage = useRef<HTMLSpanElement>(null)
  // Starts once: later changes of the card do not restart it.
  const beginning = useRef({ job, onEnd })
  useLayoutEffect(() => {
    const { job: seen, onEnd: end } = beginning.current
    const made = stage.current?.parentElement?.querySelector<HTMLImageElement>('[data-page]')
    if (!stage.current || !made) return end()
    const place = stage.current
    let animations: Animation[] = []
    let left = false
    const start = () => {
      if (left) return
      animations = begin(place, made, seen)
      const [first] = animations
      if (first === undefined) return end()
      first.addEventListener('finish', end)
    }
    // It was decoded as another element, so that it mostly has its size at once; else nothing of it is seen yet.
    if (made.complete) start()
    else made.decode().then(start, end)
    return () => {
      left = true
      for (const animation of animations) animation.cancel()
    }
  }, [])
  return (
    <span className={styles.squaring} ref={stage} data-squaring aria-hidden="true">
      <img src={photoUrl} alt="" />
      <img src={photoUrl} alt="" />
    </span>
  )
}

/** @returns no animations if the card is out of sight, or the page can only appear */
function begin(stage: HTMLElement, made: HTMLElement, { ingest, rectify, page }: Job): Animation[] {
  const photo = ingest?.pages[page - 1]
  const [whole, sheet] = stage.querySelectorAll('img')
  if (!photo || !rectify || !whole || !sheet || !isSeen(stage)) return []
  const box = contained(photo, { width: stage.offsetWidth, height: stage.offsetHeight })
  for (const img of [whole, sheet])
    Object.assign(img.style, {
      left: px(box.left),
      top: px(box.top),
      width: px(box.width),
      height: px(box.height),
    })
  const quad = quadInPixels(rectify.corners, box)
  sheet.style.clipPath = `polygon(${quad.map(([x, y]) => `${px(x)} ${px(y)}`).join()})`
  const maps = squaringMaps(quad, placeOf(made, stage, box), keyframes)
  if (maps === null) return []
  const timing = { duration: durationMs, fill: 'both' } as const
  return [
    sheet.animate(
      maps.map((map) => ({ transform: cssTransform(map) })),
      timing,
    ),
    whole.animate({ opacity: [1, 0, 0], offset: [0, 0.6, 1] }, timing),
    // The page is opaque before its photo fades, so that the background never shows through.
    made.animate({ opacity: [0, 0, 1, 1], offset: [0, 0.7, 0.8, 1] }, timing),
    sheet.animate({ opacity: [1, 1, 0], offset: [0, 0.8, 1] }, timing),
  ]
}

type Box = Size & { readonly left: number; readonly top: number }

/** The place of a picture with `object-fit: contain` in a box. */
function contained({ width, height }: Size, box: Size): Box {
  const scale = Math.min(box.width / width, box.height / height)
  const size = { width: width * scale, height: height * scale }
  return { ...size, left: (box.width - size.width) / 2, top: (box.height - size.height) / 2 }
}

/** The corners of the page, relative to the photo's top left. */
function placeOf(made: HTMLElement, stage: HTMLElement, { left, top }: Box): Quad {
  const [place, origin] = [made.getBoundingClientRect(), stage.getBoundingClientRect()]
  const x = place.left - origin.left - left
  const y = place.top - origin.top - top
  return boxQuad({ left: x, top: y, right: x + place.width, bottom: y + place.height })
}

function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && bottom > top
}

function px(value: number): string {
  return `${value}px`
}
