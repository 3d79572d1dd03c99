import { pagePaths } from '@equerre/contract/pages'
import { useId, useState } from 'react'
import { frCamscan } from '../messages-camscan.fr.ts'
import { fr } from '../messages.fr.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'

type PaywallProps = {
  /** Somebody with an account has nothing to sign up for. */
  signedIn: boolean
  /** Claims the free credits; `used` when they were given before. */
  onTopUp: () => Promise<'done' | 'used' | 'failed'>
  onClose: () => void
}

/** What an empty wallet meets. Its links are real addresses, so that they work in a new tab too. */
export function Paywall({ signedIn, onTopUp, onClose }: PaywallProps) {
  const id = useId()
  const [claim, setClaim] = useState<'open' | 'busy' | 'used'>('open')
  const topUp = async () => {
    setClaim('busy')
    setClaim((await onTopUp()) === 'used' ? 'used' : 'open')
  }
  return (
    <Dialog labelledBy={id} onClose={onClose}>
      <div className="ten" role="img" aria-label={frCamscan.paywall.squares}>
        {Array.from({ length: 10 }, (_, index) => (
          <i key={index} />
        ))}
      </div>
      <h2 id={id}>{frCamscan.paywall.title}</h2>
      <p>{frCamscan.paywall.text}</p>
      <div className="acts">
        <WaysOn signedIn={signedIn} />
        <button
          type="button"
          className="btn btn-s full"
          disabled={claim !== 'open'}
          onClick={() => void topUp()}
        >
          {frCamscan.paywall.topUp}
        </button>
      </div>
      <p className="note">{claim === 'used' ? frCamscan.paywall.used : frCamscan.paywall.once}</p>
      <button type="button" className="btn btn-g btn-ic x" aria-label={fr.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    </Dialog>
  )
}

function WaysOn({ signedIn }: { signedIn: boolean }) {
  if (signedIn) {
    return (
      <a className="btn btn-p full" href={pagePaths.pricing}>
        {frCamscan.paywall.recharge}
      </a>
    )
  }
  return (
    <>
      <a className="btn btn-p" href={pagePaths.register}>
        {frCamscan.paywall.register}
      </a>
      <a className="btn btn-s" href={pagePaths.login}>
        {frCamscan.paywall.login}
      </a>
    </>
  )
}
