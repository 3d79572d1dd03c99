import { useRef, useState } from 'react'
import { camscanWords } from '#words/camscan'
import { Icon } from '../ui/Icon.tsx'
import { useNear } from '../ui/browser/use-near.ts'
import { useFetched } from '../jobs/kept/fetched.ts'
import { FetchedPicture } from './FetchedPicture.tsx'
import type { Job } from '../jobs/job.ts'
import { ghostOf, pictureOf, pictureTitles } from '../jobs/results/pictures.ts'
import type { Picture, PictureKind } from '../jobs/results/pictures.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { nameOf } from '../jobs/status.ts'
import { Trace } from './Trace.tsx'
import * as styles from './Previews.module.css'

/** `Zone Detectée` and `Image Recadrée`, each to be enlarged over the window. */
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
  if (picture !== null) return <PresentPreview {...{ job, kind, picture, onEnlarge }} />
  return <MissingPreview title={pictureTitles[kind]} ghost={kind === 'zone' ? ghostOf(job) : null} />
}

function PresentPreview({ job, kind, picture, onEnlarge }: PreviewProps & { picture: Picture }) {
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
          <FetchedPicture
            className={kind === 'result' ? styles.page : styles.photo}
            path={picture.thumb}
            alt={picture.alt}
            decoding="async"
          />
        )}
        {kind === 'zone' && <Trace job={job} />}
      </span>
      <span className={styles.caption}>
        {title} <Icon name="enlarge" small />
      </span>
    </button>
  )
}

function MissingPreview({ title, ghost }: { title: string; ghost: string | null }) {
  // A photo that this browser cannot read, such as HEIC, stays away without a torn picture.
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
            className={styles.ghost}
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
