import { useState } from 'react'
import { frCamscan } from '../messages-camscan.fr.ts'
import { Icon } from '../ui/Icon.tsx'
import type { Job } from './job.ts'
import { ghostOf, pictureOf, pictureTitles } from './pictures.ts'
import type { PictureKind } from './pictures.ts'
import { PreviewDialog } from './PreviewDialog.tsx'
import { nameOf } from './status.ts'
import { Trace } from './Trace.tsx'

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
  const title = pictureTitles[kind]
  if (picture === null) return <MissingPreview title={title} ghost={kind === 'zone' ? ghostOf(job) : null} />
  return (
    <button
      type="button"
      className="pv"
      aria-label={frCamscan.job.enlarge(title, nameOf(job))}
      onClick={() => onEnlarge(kind)}
    >
      <span className="mat">
        {picture.thumb === null ? (
          <span className="none">{frCamscan.job.pdf}</span>
        ) : (
          <img
            className={kind === 'result' ? 'doc' : 'fit'}
            src={picture.thumb}
            alt={picture.alt}
            loading="lazy"
            decoding="async"
          />
        )}
        {kind === 'zone' && <Trace job={job} />}
      </span>
      <span className="cap">
        {title} <Icon name="enlarge" small />
      </span>
    </button>
  )
}

function MissingPreview({ title, ghost }: { title: string; ghost: string | null }) {
  // A photo that this browser cannot read, such as HEIC, stays away without a torn picture.
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const shown = ghost !== null && ghost !== unreadable
  return (
    <div className="pv">
      <span className="mat">
        {shown && (
          <img
            className="ghost"
            src={ghost}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setUnreadable(ghost)}
          />
        )}
        <span className={shown ? 'chip' : 'none'}>{frCamscan.job.missing}</span>
      </span>
      <span className="cap">{title}</span>
    </div>
  )
}
