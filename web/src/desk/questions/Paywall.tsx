import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { packs } from '@equerre/contract/packs'
import { pagePaths } from '@equerre/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useDebt } from '../../account/credits/use-debt.ts'
import { limits } from '../../api/page-facts.ts'
import { creditsQuery } from '../../api/queries.ts'
import { isToppedUp } from '../../api/top-up.ts'
import { camscanWords } from '#words/camscan'
import { debtWords } from '#words/debt'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as dialog from '../../ui/Dialog.module.css'
import * as styles from './Paywall.module.css'

type PaywallProps = {
  /** Files held back by it. */
  files: number
  /** Signed-in users are not offered an account. */
  signedIn: boolean
  /** Files waiting for credits that survive a sign-in or a payment. */
  kept: number
  /** Claims the free credits: `used` if already claimed, `exhausted` if this network has had today's. */
  onTopUp: () => Promise<'done' | 'used' | 'exhausted' | 'failed'>
  onClose: () => void
}

type Claim = 'open' | 'busy' | 'used' | 'exhausted'

/** Shown when there are too few credits or none. Its links are real URLs, so they open in a new tab too. */
export function Paywall({ files, signedIn, kept, onTopUp, onClose }: PaywallProps) {
  const id = useId()
  const { data: credits = 0 } = useQuery(creditsQuery)
  const owed = useDebt()
  const pack = packFor(Math.max(1, files) - credits + owed)
  // The free credits would only repay part of the debt.
  const gift = owed > 0 ? 0 : (limits.freeTopUpCredits ?? 0)
  const [claim, setClaim] = useState<Claim>(() => (isToppedUp() ? 'used' : 'open'))
  const topUp = async () => {
    setClaim('busy')
    const outcome = await onTopUp()
    setClaim(outcome === 'used' || outcome === 'exhausted' ? outcome : 'open')
  }
  return (
    <Dialog labelledBy={id} onClose={onClose}>
      <Squares credits={credits} />
      <Reason {...{ id, files, credits, owed }} />
      <p className={styles.offer}>{camscanWords.paywall.pack(pack)}</p>
      {owed > 0 && <p>{debtWords.afterPack(pack.credits, owed)}</p>}
      {kept > 0 && <p className={styles.kept}>{camscanWords.paywall.kept(kept)}</p>}
      <div className={dialog.answers}>
        <WaysOn signedIn={signedIn} />
        {gift > 0 && (
          <button
            type="button"
            className={classes(button.secondary, styles.full)}
            disabled={claim !== 'open'}
            onClick={() => void topUp()}
          >
            {camscanWords.paywall.topUp(gift)}
          </button>
        )}
      </div>
      {gift > 0 && (
        <p className={styles.note}>
          {claim === 'used' || claim === 'exhausted'
            ? camscanWords.paywall[claim]
            : camscanWords.paywall.once}
        </p>
      )}
      <CloseButton className={dialog.close} onClick={onClose} />
    </Dialog>
  )
}

type ReasonProps = { id: string; files: number; credits: number; owed: number }

/** Why the work has stopped. */
function Reason({ id, files, credits, owed }: ReasonProps) {
  if (credits > 0 && files > credits) return <h2 id={id}>{camscanWords.paywall.missing(files, credits)}</h2>
  return (
    <>
      <h2 id={id}>{owed > 0 ? debtWords.title(owed) : camscanWords.paywall.title}</h2>
      <p>{owed > 0 ? debtWords.text(owed) : camscanWords.paywall.text}</p>
    </>
  )
}

/** Ten squares, one filled for each credit left. */
function Squares({ credits }: { credits: number }) {
  return (
    <div className={styles.squares} role="img" aria-label={camscanWords.paywall.squares(credits)}>
      {Array.from({ length: 10 }, (_, index) => (
        <i key={index} className={index < credits ? styles.left : undefined} />
      ))}
    </div>
  )
}

/** The smallest pack that covers `missing`, or the largest pack. */
function packFor(missing: number) {
  return packs.reduce((chosen, next) => (chosen.credits >= missing ? chosen : next))
}

function WaysOn({ signedIn }: { signedIn: boolean }) {
  if (signedIn) {
    return (
      <a className={classes(button.primary, styles.full)} href={addressIn(language, pagePaths.pricing)}>
        {camscanWords.paywall.recharge}
      </a>
    )
  }
  return (
    <>
      <a className={button.primary} href={addressIn(language, pagePaths.register)}>
        {camscanWords.paywall.register}
      </a>
      <a className={button.secondary} href={addressIn(language, pagePaths.login)}>
        {camscanWords.paywall.login}
      </a>
    </>
  )
}
