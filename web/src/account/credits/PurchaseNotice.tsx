import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { fetchHistory, refreshMoney } from '../../api/account.ts'
import { accountWords } from '#words/account'
import { Glyph } from '../../ui/drawings/Glyph.tsx'
import { landedPurchase, landingMaxMs, landingPollMs, lastMovement, withoutPaid } from './purchase.ts'
import { classes } from '../../ui/classes.ts'
import * as statusStyles from '../../ui/sheets/status.module.css'
import * as styles from './PurchaseNotice.module.css'

const { purchase: words } = accountWords

/** Waits for the credits of a payment just made: the payment provider knows of it before we do. Said once, and not on a reload. */
export function PurchaseNotice({ onLanded }: { onLanded?: () => void }) {
  const [, setQuery] = useSearchParams()
  const [since] = useState(lastMovement)
  const [late, setLate] = useState(false)
  const { data: landed } = useQuery({
    queryKey: ['landing', since],
    queryFn: async () => landedPurchase((await fetchHistory({ limit: 20 })).lines, since),
    refetchInterval: ({ state }) => (state.data || late ? false : landingPollMs),
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), landingMaxMs)
    return () => clearTimeout(timer)
  }, [])
  const land = useEffectEvent(async () => {
    // A reload must neither say it again nor resume the desk with these credits again.
    setQuery(withoutPaid, { replace: true })
    await refreshMoney()
    onLanded?.()
  })
  useEffect(() => {
    if (landed) void land()
  }, [landed])
  return (
    <p
      className={classes(statusStyles.status, styles.notice)}
      data-tone={landed ? 'ok' : undefined}
      role="status"
    >
      <Glyph tone={landed ? 'ok' : 'run'} />
      {landed ? words.added(landed.credits - landed.owed, -landed.owed) : late ? words.late : words.pending}
    </p>
  )
}
