import { quadInPixels } from '@equerre/geometry/spaces'
import type { PreviewPoint, RelativeQuad } from '@equerre/geometry/spaces'
import { useMemo } from 'react'
import { apiUrl } from '../api/client.ts'
import { previewPath } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { LivePreview } from './LivePreview.tsx'
import { usePhoto } from './use-photo.ts'

const boxes = { small: { width: 300, height: 336 }, large: { width: 1400, height: 1600 } }

type StraightenedProps = { readonly job: Job; readonly size: keyof typeof boxes }

/** What a result looks like whose own file no browser shows as a picture: straightened here, from the preview. */
export function StraightenedPicture({ job, size }: StraightenedProps) {
  const photo = usePhoto(apiUrl(previewPath(job) ?? ''))
  const corners = job.rectify?.corners as RelativeQuad | undefined
  const quad = useMemo(() => {
    if (!(photo instanceof HTMLImageElement) || corners === undefined) return null
    return quadInPixels<PreviewPoint>(corners, { width: photo.naturalWidth, height: photo.naturalHeight })
  }, [photo, corners])
  if (quad === null || !(photo instanceof HTMLImageElement))
    return <span className="none">{frCamscan.job.pdf}</span>
  return (
    <LivePreview
      className="doc"
      photo={photo}
      quad={quad}
      paper={job.options?.paper ?? 'auto'}
      focal={job.ingest?.pages[job.page - 1]?.focal}
      box={boxes[size]}
    />
  )
}
