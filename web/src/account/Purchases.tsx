import { pagePaths } from '@equerre/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { offersQuery } from '../api/account.ts'
import { formatDay } from '../format.ts'
import { frAccount } from '../messages-account.fr.ts'

const { purchases: words } = frAccount

/** What was bought in the last fourteen days, each with its way out of the contract. */
export function Purchases() {
  const { data: offers = [] } = useQuery(offersQuery)
  if (offers.length === 0) return null
  return (
    <section>
      <h2>{words.title}</h2>
      <ul className="buys">
        {offers.map(({ purchase_id, credits, price_cents, bought_at, until }) => (
          <li key={purchase_id}>
            <div>
              <b>{words.line(credits, price_cents)}</b>
              <p className="faint">
                {words.bought(formatDay(bought_at))} · {words.until(formatDay(until))}
              </p>
            </div>
            <Link className="btn btn-s btn-sm" to={`${pagePaths.withdrawal}?achat=${purchase_id}`}>
              {words.withdraw}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
