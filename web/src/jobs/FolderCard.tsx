import { useId } from 'react'
import { formatSize, spellSize } from '../format.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { Icon } from '../ui/Icon.tsx'
import { choosePages } from './admission.ts'
import { downloadOnePdf } from './desk.ts'
import { downloadable } from './download.ts'
import type { Job } from './job.ts'
import { CardHead, JobCard, RemoveButton } from './JobCard.tsx'
import { folderStatus } from './status.ts'

type FolderProps = {
  folder: Job
  pages: readonly Job[]
  onRemove: (id: string) => void
}

/** A PDF of several pages: its own card, and one card per page under it once some were chosen. */
export function FolderCard({ folder, pages, onRemove }: FolderProps) {
  const id = useId()
  const chosen = pages.some(({ held }) => held !== 'choice')
  return (
    <>
      <article className="job folder" tabIndex={-1} aria-labelledby={id}>
        <div className="body">
          <CardHead id={id} title={folder.name} status={folderStatus(pages)} />
          <p className="meta" title={spellSize(folder.size)}>
            {formatSize(folder.size)}
          </p>
          <div className="acts">
            <p className="cost">
              <i className="sq" />
              {frCamscan.job.pdfCost(folder.pages)}
            </p>
            <span className="end">
              {!chosen && (
                <button
                  type="button"
                  className="btn btn-s btn-sm"
                  aria-label={frCamscan.job.choosePagesOf(folder.name)}
                  onClick={() => void choosePages(folder.id)}
                >
                  {frCamscan.job.choosePages}
                </button>
              )}
              {downloadable(pages).length > 1 && (
                <button
                  type="button"
                  className="btn btn-s btn-sm"
                  aria-label={frCamscan.desk.onePdfOf(folder.name)}
                  onClick={() => void downloadOnePdf(folder)}
                >
                  <Icon name="download" small /> {frCamscan.desk.onePdf}
                </button>
              )}
              <RemoveButton name={folder.name} onClick={() => onRemove(folder.id)} />
            </span>
          </div>
        </div>
      </article>
      {chosen && (
        <div className="pages" role="group" aria-labelledby={id}>
          {pages.map((page) => (
            <JobCard key={page.id} job={page} />
          ))}
        </div>
      )}
    </>
  )
}
