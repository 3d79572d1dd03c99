import { pagePaths } from '@equerre/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { WithdrawalForm } from '../account/withdrawal/WithdrawalForm.tsx'
import { WithdrawalReceipt } from '../account/withdrawal/WithdrawalReceipt.tsx'
import { signInPath } from '../account/sign-in-path.ts'
import { useMe } from '../account/use-me.ts'
import { offersQuery } from '../api/account.ts'
import type { Withdrawal } from '../api/account.ts'
import type { User } from '../api/queries.ts'
import { LegalSections } from '../legal/LegalSections.tsx'
import { withdrawal } from '#words/legal/withdrawal'
import { accountWords } from '#words/account'
import { useHydrated } from '../ui/browser/use-hydrated.ts'
import { PageTitle } from '../shell/PageTitle.tsx'
import * as button from '../ui/sheets/button.module.css'
import * as layout from '../ui/sheets/layout.module.css'
import * as styles from '../account/withdrawal/withdrawal.module.css'

const { withdrawal: words } = accountWords

/** The withdrawal form French law requires: easy to find, free, two steps, with an acknowledgement. */
export default function WithdrawalPage() {
  const hydrated = useHydrated()
  const { data: user, isPending } = useMe()
  return (
    <div className={layout.column}>
      <div className={layout.pageHead}>
        <div>
          <PageTitle title={words.documentTitle}>{words.title}</PageTitle>
          <p>{words.text}</p>
        </div>
      </div>
      <div className={styles.withdrawal} data-for-guests={hydrated ? undefined : ''}>
        {user ? <Offers user={user} /> : isPending ? <p>{accountWords.loading}</p> : <SignInFirst />}
      </div>
      <LegalSections text={withdrawal} />
    </div>
  )
}

function SignInFirst() {
  const { pathname, search } = useLocation()
  return (
    <>
      <p>{words.signInFirst}</p>
      <Link className={button.primary} to={signInPath(pathname + search)}>
        {words.signIn}
      </Link>
    </>
  )
}

function Offers({ user }: { user: User }) {
  const { data: offers, isError } = useQuery(offersQuery)
  const [query] = useSearchParams()
  const [done, setDone] = useState<Withdrawal | null>(null)
  // Checked first: the purchase is no longer among the offers.
  if (done) return <WithdrawalReceipt withdrawal={done} />
  if (!offers) return <p role="status">{isError ? words.failed : accountWords.loading}</p>
  if (offers.length === 0) return <Nothing />
  return <WithdrawalForm user={user} offers={offers} wanted={query.get('achat')} onDone={setDone} />
}

function Nothing() {
  return (
    <>
      <p>{words.nothing}</p>
      <Link className={button.secondary} to={pagePaths.account}>
        {words.toAccount}
      </Link>
    </>
  )
}
