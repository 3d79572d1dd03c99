import { pagePaths } from '@equerre/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { findInvoice, offersQuery } from '../../api/account.ts'
import { formatDay } from '#words/format'
import { accountWords } from '#words/account'
import { showFailure } from '../show-failure.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './Purchases.module.css'

const { purchases: words } = accountWords

/** Purchases of the last fourteen days, each with a link to withdraw from it. */
export function Purchases() {
  const { data: offers = [] } = useQuery(offersQuery)
  if (offers.length === 0) return null
  return (
    <section>
      <h2>{words.title}</h2>
      <ul className={styles.list}>
        {offers.map(({ purchase_id, credits, price_cents, bought_at, until }) => (
          <li key={purchase_id}>
            <div>
              <b>{words.line(credits, price_cents)}</b>
              <p className={prose.faint}>
                {words.bought(formatDay(bought_at))} · {words.until(formatDay(until))}
              </p>
            </div>
            <button
              type="button"
              className={classes(button.ghost, button.small)}
              onClick={() => void openInvoice(purchase_id)}
            >
              {words.invoice}
            </button>
            <Link
              className={classes(button.secondary, button.small)}
              to={`${pagePaths.withdrawal}?achat=${purchase_id}`}
            >
              {words.withdraw}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function openInvoice(purchase: string): Promise<void> {
  try {
    location.assign(await findInvoice(purchase))
  } catch (error) {
    showFailure(error, words.noInvoice)
  }
}
