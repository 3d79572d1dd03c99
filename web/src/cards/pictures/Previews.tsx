import { useCallback, useRef, useState } from 'react'
import { camscanWords } from '#words/camscan'
import { Icon } from '../../ui/drawings/Icon.tsx'
import { useNear } from '../../ui/browser/use-near.ts'
import { useFetched } from '../../jobs/kept/fetched.ts'
import { FetchedPicture } from './FetchedPicture.tsx'
import { RenderedPicture } from './RenderedPicture.tsx'
import type { SquaringState } from './RenderedPicture.tsx'
import type { Job } from '../../jobs/job.ts'
import { ghostOf, hasPicture, pictureOf, pictureTitles } from '../../jobs/results/pictures.ts'
import type { Picture, PictureKind } from '../../jobs/results/pictures.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { nameOf } from '../../jobs/status.ts'
import { Trace } from '../Trace.tsx'
import * as styles from './Previews.module.css'

/** `Zone Detectée` and `Image Recadrée`; each opens at full window size. */
export function Previews({ job }: { job: Job }) {
  const [enlarged, setEnlarged] = useState<PictureKind | null>(null)
  return (
    <>
      <Preview job={job} kind="zone" onEnlarge={setEnlarged} />
      <Preview job={job} kind="result" onEnlarge={setEnlarged} />
      {enlarged && <PreviewDialog id={job.id} kinds={[enlarged]} onClose={() => setEnlarged(null)} />}
    </>
  )
}

type PreviewProps = { job: Job; kind: PictureKind; onEnlarge: (kind: PictureKind) => void }

function Preview({ job, kind, onEnlarge }: PreviewProps) {
  const picture = pictureOf(job, kind)
  const squaring = useSquaring(job, kind)
  if (picture !== null) return <PresentPreview {...{ job, kind, picture, squaring, onEnlarge }} />
  return <MissingPreview title={pictureTitles[kind]} ghost={kind === 'zone' ? ghostOf(job) : null} />
}

/** A result that arrives while its card is shown squares up once, unless reduced motion is preferred. */
function useSquaring(job: Job, kind: PictureKind): SquaringState {
  const [due, setDue] = useState(kind === 'result' && !hasPicture(job, kind))
  const end = useCallback(() => setDue(false), [])
  const still = due && hasPicture(job, kind) && matchMedia('(prefers-reduced-motion: reduce)').matches
  return { from: due && !still ? (job.detect?.artifacts.thumb_path ?? null) : null, end }
}

type PresentProps = PreviewProps & { picture: Picture; squaring: SquaringState }

function PresentPreview({ job, kind, picture, squaring, onEnlarge }: PresentProps) {
  const title = pictureTitles[kind]
  const mat = useRef<HTMLSpanElement>(null)
  const near = useNear(mat)
  return (
    <button
      type="button"
      className={styles.preview}
      aria-label={camscanWords.job.enlarge(title, nameOf(job))}
      onClick={() => onEnlarge(kind)}
    >
      <span className={styles.mat} ref={mat}>
        {picture.thumb === null && <span className={styles.missing}>{camscanWords.job.pdf}</span>}
        {picture.thumb !== null && near && (
          <CardPicture {...{ job, kind, squaring, alt: picture.alt }} path={picture.thumb} />
        )}
        {kind === 'zone' && <Trace job={job} />}
      </span>
      <span className={styles.caption}>
        {title} <Icon name="enlarge" small />
      </span>
    </button>
  )
}

type CardPictureProps = {
  job: Job
  kind: PictureKind
  path: string
  alt: string
  squaring: SquaringState
}

function CardPicture({ job, kind, path, alt, squaring }: CardPictureProps) {
  if (kind === 'result') return <RenderedPicture {...{ job, path, alt, squaring }} />
  return <FetchedPicture className={styles.photo} path={path} alt={alt} decoding="async" />
}

function MissingPreview({ title, ghost }: { title: string; ghost: string | null }) {
  // Hide a photo that this browser cannot decode, such as HEIC, instead of showing a broken image.
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const mat = useRef<HTMLSpanElement>(null)
  const near = useNear(mat)
  const { url } = useFetched(near ? ghost : null)
  const shown = url !== null && url !== unreadable
  return (
    <div className={styles.preview}>
      <span className={styles.mat} ref={mat}>
        {shown && (
          <img
            className={styles.photo}
            src={url}
            alt=""
            decoding="async"
            onError={() => setUnreadable(url)}
          />
        )}
        <span className={shown ? styles.chip : styles.missing}>{camscanWords.job.missing}</span>
      </span>
      <span className={styles.caption}>{title}</span>
    </div>
  )
}
