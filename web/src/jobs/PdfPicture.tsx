import { lazy, Suspense } from 'react'
import { frCamscan } from '../messages-camscan.fr.ts'
import { Boundary } from '../ui/Boundary.tsx'
import type { Job } from './job.ts'

const StraightenedPicture = lazy(async () => ({
  default: (await import('../corners/StraightenedPicture.tsx')).StraightenedPicture,
}))

/** A result in PDF, as a picture of it. */
export function PdfPicture({ job, size }: { job: Job; size: 'small' | 'large' }) {
  const instead = <span className="none">{frCamscan.job.pdf}</span>
  return (
    <Boundary fallback={instead}>
      <Suspense fallback={instead}>
        <StraightenedPicture job={job} size={size} />
      </Suspense>
    </Boundary>
  )
}
