import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from '../api/queries.ts'
import { costOf } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { useDesk } from '../jobs/store.ts'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import * as credit from '../ui/sheets/credit.module.css'

/** « 5 pages · 5 crédits · solde 7 »: the price before anything is spent. */
export function CostLine() {
  const { pages, credits, uncounted } = costOf(useDesk(({ jobs }) => jobs))
  const { data: balance = null } = useQuery(creditsQuery)
  return (
    <span className={credit.cost}>
      <i className={credit.square} />
      <span>
        {camscanWords.desk.cost(pages, credits, balance)}
        {uncounted.length > 0 && ` · ${toCount(uncounted)}`}
      </span>
    </span>
  )
}

function toCount(files: readonly Job[]): string {
  const onlyPdfs = files.every(({ kind }) => kind === 'pdf')
  return onlyPdfs ? camscanWords.desk.pdfToCount(files.length) : deskWords.filesToCount(files.length)
}
