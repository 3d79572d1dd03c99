import { useState } from 'react'
import { apiUrl } from '../api/client.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { Icon } from '../ui/Icon.tsx'
import { localUrl } from './files.ts'
import type { Job } from './job.ts'
import { PreviewDialog } from './PreviewDialog.tsx'

/** `Zone Detectée` and `Image Recadrée`, each to be enlarged over the window. */
export function Previews({ job, name }: { job: Job; name: string }) {
  const zone = job.rectify?.artifacts.viz_path ?? job.detect?.artifacts.viz_path
  const result = job.rectify?.artifacts.warped_path
  return (
    <>
      <Preview
        title={frCamscan.job.zone}
        name={name}
        src={zone && apiUrl(zone)}
        alt={frCamscan.job.zoneAlt(name)}
        ghost={ghostOf(job)}
      />
      <Preview
        title={frCamscan.job.result}
        name={name}
        src={result ? apiUrl(result) : undefined}
        alt={frCamscan.job.resultAlt(name)}
      />
    </>
  )
}

/** The photo itself, to show faintly until its zone is known. A PDF has a picture once the server made one. */
function ghostOf(job: Job): string | undefined {
  if (job.ingest !== null && job.page === 1) return apiUrl(job.ingest.artifacts.preview_path)
  return job.kind === 'image' ? localUrl(job.id) : undefined
}

type PreviewProps = {
  title: string
  name: string
  src: string | undefined
  alt: string
  ghost?: string | undefined
}

function Preview({ title, name, src, alt, ghost }: PreviewProps) {
  const [open, setOpen] = useState(false)
  if (src === undefined) return <MissingPreview title={title} ghost={ghost} />
  return (
    <>
      <button
        type="button"
        className="pv"
        aria-label={frCamscan.job.enlarge(title, name)}
        onClick={() => setOpen(true)}
      >
        <span className="mat">
          <img
            className={title === frCamscan.job.result ? 'doc' : 'fit'}
            src={src}
            alt={alt}
            loading="lazy"
            decoding="async"
          />
        </span>
        <span className="cap">
          {title} <Icon name="enlarge" small />
        </span>
      </button>
      {open && <PreviewDialog src={src} title={title} name={name} alt={alt} onClose={() => setOpen(false)} />}
    </>
  )
}

function MissingPreview({ title, ghost }: { title: string; ghost: string | undefined }) {
  // A photo that this browser cannot read, such as HEIC, stays away without a torn picture.
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const shown = ghost !== undefined && ghost !== unreadable
  return (
    <div className="pv">
      <span className="mat">
        {shown && <img className="ghost" src={ghost} alt="" onError={() => setUnreadable(ghost)} />}
        <span className={shown ? 'chip' : 'none'}>{frCamscan.job.missing}</span>
      </span>
      <span className="cap">{title}</span>
    </div>
  )
}
