import { useState } from 'react'
import { formatDateTime } from '#words/format'
import { webhookWords as words } from '#words/webhooks'
import { rotateCallbackSecret } from '../../api/webhooks.ts'
import { classes } from '../../ui/classes.ts'
import { showFailure } from '../show-failure.ts'
import { QuestionDialog } from '../../ui/QuestionDialog.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { Deliveries } from './Deliveries.tsx'
import { Secret } from './WebhookCard.tsx'
import * as styles from './Webhooks.module.css'

/** The addresses that come with calls: the secret that signs what they get, and what they got. */
export function Callbacks() {
  const [fresh, setFresh] = useState<Awaited<ReturnType<typeof rotateCallbackSecret>> | null>(null)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const renew = async () => {
    setBusy(true)
    await rotateCallbackSecret().then(setFresh, (error: unknown) => showFailure(error, words.actionFailed))
    setBusy(false)
    setAsking(false)
  }
  return (
    <article className={styles.card} aria-label={words.callbacks}>
      <h3>{words.callbacks}</h3>
      <p className={styles.text}>{words.callbacksText}</p>
      {fresh && <Secret secret={fresh.secret} onKept={() => setFresh(null)} />}
      {fresh?.former_secret_until && (
        <p className={styles.note}>{words.secretBoth(formatDateTime(fresh.former_secret_until))}</p>
      )}
      <div className={styles.actions}>
        <button
          type="button"
          className={classes(button.secondary, button.small)}
          onClick={() => setAsking(true)}
        >
          {words.newSecret}
        </button>
      </div>
      {asking && (
        <QuestionDialog
          title={words.newSecretTitle}
          text={words.newSecretText}
          onCancel={() => setAsking(false)}
        >
          <button type="button" className={button.primary} disabled={busy} onClick={() => void renew()}>
            {words.newSecretConfirm}
          </button>
        </QuestionDialog>
      )}
      <Deliveries id={null} active />
    </article>
  )
}
