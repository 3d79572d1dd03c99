import { useEffect, useState } from 'react'
import { remove } from '../jobs/desk.ts'
import { FolderCard } from '../cards/FolderCard.tsx'
import { JobCard } from '../cards/JobCard.tsx'
import { isFolder, pagesOf } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { camscanWords } from '#words/camscan'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './JobList.module.css'

/** From this many cards on, they become rows with small previews. */
const denseFrom = 30
/** Cards mounted per task: mounting a large batch at once would freeze the page. */
const cardsAtOnce = 12

const onRemove = (id: string) => void remove([id])

/** The cards, in the order their files were added. */
export function JobList({ cards, jobs }: { cards: readonly Job[]; jobs: readonly Job[] }) {
  const shown = useGradually(cards.length)
  if (cards.length === 0) return <p className={prose.muted}>{camscanWords.filters.none}</p>
  return (
    <div className={styles.list} data-jobs data-dense={cards.length > denseFrom ? '' : undefined}>
      {cards
        .slice(0, shown)
        .map((job) =>
          isFolder(job) ? (
            <FolderCard key={job.id} folder={job} pages={pagesOf(jobs, job)} onRemove={onRemove} />
          ) : (
            <JobCard key={job.id} job={job} onRemove={onRemove} />
          ),
        )}
    </div>
  )
}

/** Counts up to `total` in small steps, one task each. */
function useGradually(total: number): number {
  const [shown, setShown] = useState(cardsAtOnce)
  useEffect(() => {
    if (shown >= total) return
    const timer = setTimeout(() => setShown(shown + cardsAtOnce))
    return () => clearTimeout(timer)
  }, [shown, total])
  return shown
}
