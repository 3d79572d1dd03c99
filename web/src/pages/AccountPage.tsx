import { pagePaths } from '@equerre/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { creditsQuery } from '../api/queries.ts'
import { fr } from '../messages.fr.ts'
import '../styles/pages.css'
import { PageTitle } from './PageTitle.tsx'

export default function AccountPage() {
  const { data: credits } = useQuery(creditsQuery)
  return (
    <div className="wrap">
      <div className="page-h">
        <div>
          <PageTitle title={fr.account.title}>{fr.account.title}</PageTitle>
        </div>
      </div>
      <div className="acc">
        <div>
          <p>{fr.account.guestText}</p>
          <p className="honest">{fr.account.notOpen}</p>
        </div>
        <aside className="solde cross">
          <p className="muted">{fr.account.credits}</p>
          <p className="n">{credits ?? '–'}</p>
          <CreditSquares credits={credits ?? 0} />
          <Link className="btn btn-p btn-wide" to={pagePaths.pricing}>
            {fr.account.recharge}
          </Link>
          <p className="note">{fr.account.noExpiry}</p>
        </aside>
      </div>
    </div>
  )
}

const columns = 30
const pitch = 11

/** One square is one credit, counted exactly. */
function CreditSquares({ credits }: { credits: number }) {
  const rows = Math.ceil(credits / columns)
  const squares = Array.from({ length: credits }, (_, index) => {
    const [x, y] = [(index % columns) * pitch, Math.floor(index / columns) * pitch]
    return `M${x} ${y}h8v8h-8z`
  })
  return (
    <svg viewBox={`0 0 ${columns * pitch - 3} ${Math.max(8, rows * pitch)}`} aria-hidden="true">
      <path d={squares.join('')} fill="var(--accent)" />
    </svg>
  )
}
