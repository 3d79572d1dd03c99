import { useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import { useFetched } from '../../jobs/kept/fetched.ts'
import type { Job } from '../../jobs/job.ts'
import { madeLook, modeOf, shownLook, turnedBy } from '../../jobs/look/look.ts'
import type { Look } from '../../jobs/look/look.ts'
import { classes } from '../../ui/classes.ts'
import { Squaring } from './Squaring.tsx'
import * as styles from './RenderedPicture.module.css'

/** The photo to square up from, null for no animation; `end` is called after it. */
export type SquaringState = { readonly from: string | null; readonly end: () => void }

type RenderedProps = {
  readonly job: Job
  readonly path: string
  readonly alt: string
  readonly squaring?: SquaringState
}

/** The straightened page: a new look is imitated by CSS until the service has rendered it. */
export function RenderedPicture({ job, path, alt, squaring }: RenderedProps) {
  const { url, failed } = useFetched(path)
  const { url: photoUrl } = useFetched(squaring?.from ?? null)
  const drawn = useDecoded(url, job)
  if (drawn === null) return failed ? <img className={styles.page} alt={alt} /> : null
  return (
    <>
      {/* A new element for a new picture, so that it does not animate back to 0 degrees. */}
      <DrawnPage key={drawn.url} {...{ job, drawn, alt }} />
      {photoUrl !== null && squaring && <Squaring {...{ job, photoUrl }} onEnd={squaring.end} />}
    </>
  )
}

function DrawnPage({ job, drawn, alt }: { job: Job; drawn: Drawn; alt: string }) {
  const [from, to] = [madeLook(drawn.job), shownLook(job)]
  const turn = from && to ? turnedBy(to.turn, -from.turn) : 0
  return (
    <img
      className={classes(styles.page, turn % 180 !== 0 && styles.across)}
      src={drawn.url}
      alt={alt}
      decoding="async"
      data-mode={from && to ? likeness(from, to) : undefined}
      style={turn === 0 ? undefined : ({ '--turn': `${turn}deg` } as CSSProperties)}
      data-page
    />
  )
}

/** The mode to imitate until it is rendered; colours cannot be imitated. */
function likeness(from: Look, to: Look): string | undefined {
  const mode = modeOf(to)
  return mode === modeOf(from) || mode === 'photo' || mode === null ? undefined : mode
}

type Drawn = { readonly url: string; readonly job: Job }

/** The last decoded picture and its card at that time; it stays until the next one is decoded. */
function useDecoded(url: string | null, job: Job): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    if (url === null || url === drawn?.url) return
    let current = true
    const draw = () => {
      if (current) setDrawn({ url, job })
    }
    const picture = new Image()
    picture.src = url
    picture.decode().then(draw, draw)
    return () => {
      current = false
    }
  }, [url, job, drawn])
  return drawn
}
