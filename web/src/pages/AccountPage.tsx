import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { AccountData } from '../account/AccountData.tsx'
import { Balance } from '../account/credits/Balance.tsx'
import { Keys } from '../account/keys/Keys.tsx'
import { KeyUsage } from '../account/keys/KeyUsage.tsx'
import { NamedKeys } from '../account/keys/NamedKeys.tsx'
import { Movements } from '../account/credits/Movements.tsx'
import { PurchaseNotice } from '../account/credits/PurchaseNotice.tsx'
import { Purchases } from '../account/credits/Purchases.tsx'
import { SignIn } from '../account/SignIn.tsx'
import { signOut } from '../account/end-session.ts'
import { isPaid } from '../account/credits/purchase.ts'
import { Webhooks } from '../account/webhooks/Webhooks.tsx'
import { useMe } from '../account/use-me.ts'
import { creditsQuery } from '../api/queries.ts'
import type { User } from '../api/queries.ts'
import { accountWords } from '#words/account'
import { Icon } from '../ui/drawings/Icon.tsx'
import { showAlert } from '../ui/notices/notices.ts'
import { PageTitle } from '../shell/PageTitle.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as details from '../account/details.module.css'
import * as layout from '../ui/sheets/layout.module.css'
import * as styles from './AccountPage.module.css'

const { account: words } = accountWords

export default function AccountPage() {
  const { data: user, isError, refetch } = useMe()
  if (user) return <Account user={user} />
  if (user === null) return <SignIn title={words.title} next={null} />
  return (
    <div className={layout.column}>
      <div className={layout.pageHead}>
        <PageTitle title={words.title}>{words.title}</PageTitle>
      </div>
      <p role="status">{isError ? accountWords.unreachable : accountWords.loading}</p>
      {isError && (
        <button
          type="button"
          className={classes(button.secondary, styles.again)}
          onClick={() => void refetch()}
        >
          {accountWords.tryAgain}
        </button>
      )}
    </div>
  )
}

function Account({ user }: { user: User }) {
  const { data: credits = user.credits } = useQuery(creditsQuery)
  const { search } = useLocation()
  // The address says so only until the credits have arrived.
  const [paid] = useState(() => isPaid(search))
  return (
    <div className={layout.column}>
      <div className={layout.pageHead}>
        <PageTitle title={words.title}>{words.title}</PageTitle>
        <SignOutButton />
      </div>
      {paid && <PurchaseNotice />}
      <div className={styles.columns}>
        <div>
          <dl className={details.details}>
            <div>
              <dt>{words.email}</dt>
              <dd>{user.email}</dd>
            </div>
            <div>
              <dt>{words.name}</dt>
              <dd>{user.name ?? words.none}</dd>
            </div>
            <Keys />
          </dl>
          <NamedKeys />
          <KeyUsage />
          <Webhooks />
          <Purchases />
          <Movements />
          <AccountData credits={credits} />
        </div>
        <Balance credits={credits} />
      </div>
    </div>
  )
}

function SignOutButton() {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await signOut().catch(() => {
      showAlert(words.signOutFailed)
      setBusy(false)
    })
  }
  return (
    <button type="button" className={button.secondary} disabled={busy} onClick={() => void leave()}>
      <Icon name="leave" /> {words.signOut}
    </button>
  )
}
