import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from '../api/queries.ts'
import { downloadAll, remove, resumeHeld, retry } from '../jobs/desk.ts'
import { isFinished } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { Icon } from '../ui/Icon.tsx'
import { PickButton } from './DropZone.tsx'

/** What concerns all cards at once. */
export function CamscanToolbar({ jobs }: { jobs: readonly Job[] }) {
  const files = jobs.filter(({ parent }) => parent === null)
  const failed = jobs.filter(({ status }) => status === 'error').map(({ id }) => id)
  const { data: credits = 0 } = useQuery(creditsQuery)
  const resumable = credits > 0 && jobs.some((job) => job.held && !isFinished(job))
  return (
    <div className="tb">
      <h2>{frCamscan.desk.files(files.length)}</h2>
      {resumable && (
        <button type="button" className="btn btn-s btn-sm" onClick={resumeHeld}>
          {frCamscan.desk.resume}
        </button>
      )}
      {failed.length > 1 && (
        <button type="button" className="btn btn-s btn-sm" onClick={() => retry(failed)}>
          <Icon name="retry" small /> {frCamscan.desk.retryAll}
        </button>
      )}
      <div className="end always">
        <button type="button" className="btn btn-g" onClick={() => void remove(files.map(({ id }) => id))}>
          {frCamscan.desk.clean}
        </button>
        <DownloadAll className="btn btn-p only-d" />
      </div>
    </div>
  )
}

function DownloadAll({ className }: { className: string }) {
  return (
    <button type="button" className={className} onClick={() => void downloadAll()}>
      <Icon name="download" /> {frCamscan.desk.downloadAll}
    </button>
  )
}

type PhoneBarProps = { disabled: boolean; onFiles: (files: readonly File[]) => void }

/** On a phone, the two main actions stay under the thumb. */
export function PhoneBar({ disabled, onFiles }: PhoneBarProps) {
  return (
    <div className="mobar">
      <PickButton className="btn btn-s" icon="plus" label={frCamscan.desk.add} {...{ disabled, onFiles }} />
      <DownloadAll className="btn btn-p" />
    </div>
  )
}
