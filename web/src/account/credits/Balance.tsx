import { pagePaths } from '@equerre/contract/pages'
import { Link } from 'react-router'
import { formatInteger } from '#words/format'
import { accountWords } from '#words/account'
import { debtWords } from '#words/debt'
import { useDebt } from './use-debt.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as layout from '../../ui/sheets/layout.module.css'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './Balance.module.css'

const { account: words } = accountWords

/** The balance, as a number and as squares. */
export function Balance({ credits }: { credits: number }) {
  const owed = useDebt()
  return (
    <aside className={classes(styles.balance, layout.crossed)}>
      <p className={prose.muted}>{words.credits}</p>
      <p className={styles.credits}>{formatInteger(credits)}</p>
      <CreditSquares credits={credits} />
      {owed > 0 && (
        <>
          <p className={styles.due}>{debtWords.title(owed)}</p>
          <p>{debtWords.text(owed)}</p>
        </>
      )}
      <Link className={classes(button.primary, button.wide)} to={pagePaths.pricing}>
        {words.recharge}
      </Link>
      <p className={styles.note}>{words.noExpiry}</p>
    </aside>
  )
}

const columns = 30
const pitch = 11
/** Beyond this, the field would be taller than the page and the squares too many to count. */
const squaresMax = 900

/** One square per credit, up to `squaresMax`. */
function CreditSquares({ credits }: { credits: number }) {
  const shown = Math.min(credits, squaresMax)
  const rows = Math.ceil(shown / columns)
  const squares = Array.from({ length: shown }, (_, index) => {
    const [x, y] = [(index % columns) * pitch, Math.floor(index / columns) * pitch]
    return `M${x} ${y}h8v8h-8z`
  })
  if (shown === 0) return null
  return (
    <svg viewBox={`0 0 ${columns * pitch - 3} ${rows * pitch - 3}`} aria-hidden="true">
      <path d={squares.join('')} fill="var(--accent)" />
    </svg>
  )
}
