import { packs } from '@equerre/contract/packs'
import type { Pack } from '@equerre/contract/packs'
import { packWords } from '#words/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { buy } from '../account/credits/buy.ts'
import { useDebt } from '../account/credits/use-debt.ts'
import { meQuery } from '../api/queries.ts'
import { formatFineEuros, partsOfEuros } from '#words/format'
import { shellWords } from '#words/shell'
import { accountWords } from '#words/account'
import { debtWords } from '#words/debt'
import { hideLoader } from '../ui/notices/notices.ts'
import { PageTitle } from '../shell/PageTitle.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './PricingPage.module.css'

const { pricing: words } = accountWords

export default function PricingPage() {
  useResumedPurchase()
  useReturnByHistory()
  const owed = useDebt()
  return (
    <div className={layout.column}>
      <div className={layout.pageHead}>
        <div>
          <PageTitle title={words.documentTitle}>{words.title}</PageTitle>
          <p>{words.lead}</p>
        </div>
      </div>
      {owed > 0 && <p className={styles.debt}>{debtWords.text(owed)}</p>}
      <div className={classes(styles.packs, layout.crossed)}>
        {packs.map((pack) => (
          <PackSheet key={pack.id} pack={pack} />
        ))}
      </div>
      <div className={styles.questions}>
        <div>
          <b>{words.costs}</b>
          <p>{words.costsText}</p>
        </div>
        <div>
          <b>{words.free}</b>
          <p>{words.freeText}</p>
        </div>
        <div>
          <b>{words.payment}</b>
          <p>{words.paymentText}</p>
        </div>
      </div>
    </div>
  )
}

/** Resumes the purchase of a pack chosen before signing in, once: coming back must not buy it again. */
function useResumedPurchase(): void {
  const { data: user } = useQuery(meQuery)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const chosen = packs.find(({ id }) => id === query.get('pack'))
  useEffect(() => {
    if (!user || !chosen) return
    setQuery({}, { replace: true })
    void buy(chosen.id, navigate)
  }, [user, chosen, setQuery, navigate])
}

/** A page restored from the back/forward cache still shows the loader from when it was left: hides it. */
function useReturnByHistory(): void {
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) hideLoader()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
}

/** Draws a pack as one square per credit, ten high, so that its width shows its size. */
function PackSheet({ pack: { id, credits, priceCents, best } }: { pack: Pack }) {
  const navigate = useNavigate()
  return (
    <section className={styles.pack}>
      <div className={styles.head}>
        <h2>{shellWords.credits(credits)}</h2>
        <span className={best ? classes(styles.tag, styles.best) : styles.tag}>{packWords[id].badge}</span>
      </div>
      <CreditField credits={credits} />
      <p className={styles.price}>
        {partsOfEuros(priceCents).map(({ text, isSign }) =>
          isSign ? <small key={text}>{text}</small> : text,
        )}
      </p>
      <p className={styles.perImage}>{words.perImage(formatFineEuros(priceCents / credits))}</p>
      <button
        type="button"
        className={best ? classes(button.primary, button.wide) : classes(button.secondary, button.wide)}
        onClick={() => void buy(id, navigate)}
      >
        <span>
          {words.buy}
          <span className={prose.unseen}> {shellWords.credits(credits)}</span>
        </span>
      </button>
    </section>
  )
}

function CreditField({ credits }: { credits: number }) {
  const width = (credits / 10) * 11 - 3
  const squares = Array.from({ length: credits }, (_, index) => {
    return `M${Math.floor(index / 10) * 11} ${(index % 10) * 11}h8v8h-8z`
  })
  return (
    <>
      <svg className={styles.credits} width={width} viewBox={`0 0 ${width} 107`} aria-hidden="true">
        <path d={squares.join('')} fill="var(--accent)" />
      </svg>
      <svg className={styles.dimension} width={width} viewBox={`0 0 ${width} 22`} aria-hidden="true">
        <path d={`M.5 0v14M${width - 0.5} 0v14M0 8H${width}M-3 11l6-6M${width - 3.5} 11l6-6`} />
        <rect x={width / 2 - 18} width="36" height="16" fill="var(--surface)" />
        <text x={width / 2} y="12">
          {credits}
        </text>
      </svg>
    </>
  )
}
