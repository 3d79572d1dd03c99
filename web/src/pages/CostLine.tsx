import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from '../api/queries.ts'
import { costOf } from '../jobs/job.ts'
import { useDesk } from '../jobs/store.ts'
import { fr } from '../messages.fr.ts'

/** « 5 pages · 5 crédits · solde 7 »: the price before it is spent. */
export function CostLine() {
  const { pages, credits, uncountedPdfs } = costOf(useDesk(({ jobs }) => jobs))
  const { data: balance = null } = useQuery(creditsQuery)
  return (
    <span className="cost">
      <i className="sq" />
      <span>
        {fr.camscan.cost(pages, credits, balance)}
        {uncountedPdfs > 0 && ` · ${fr.camscan.pdfToCount(uncountedPdfs)}`}
      </span>
    </span>
  )
}
