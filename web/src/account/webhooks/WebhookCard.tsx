import { useState } from 'react'
import { formatDateTime } from '#words/format'
import { webhookWords as words } from '#words/webhooks'
import { changeWebhook, rotateSecret } from '../../api/webhooks.ts'
import type { NewSecret, Webhook } from '../../api/webhooks.ts'
import { classes } from '../../ui/classes.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Glyph } from '../../ui/drawings/Glyph.tsx'
import { showFailure } from '../show-failure.ts'
import { QuestionDialog } from '../../ui/QuestionDialog.tsx'
import * as button from '../../ui/sheets/button.module.css'
import * as prose from '../../ui/sheets/prose.module.css'
import * as status from '../../ui/sheets/status.module.css'
import { Deliveries } from './Deliveries.tsx'
import * as styles from './Webhooks.module.css'

const tones = { active: 'ok', paused: 'review', failing: 'error', gone: 'error' } as const

type CardProps = {
  readonly webhook: Webhook
  /** Shown until it is dismissed. */
  readonly secret: string | null
  readonly onSecret: (secret: NewSecret | null) => void
}

/** One address: how it does, what it was sent, and what can be done with it. */
export function WebhookCard({ webhook, secret, onSecret }: CardProps) {
  const { url, state, failing_since: failingSince } = webhook
  const tone = tones[state]
  return (
    <article className={styles.card} aria-label={url}>
      <div className={styles.head}>
        <h3 className={prose.mono}>{url}</h3>
        <span className={status.status} data-tone={tone}>
          <Glyph tone={tone} />
          {words.states[state]}
        </span>
      </div>
      {state === 'failing' && failingSince !== null && (
        <p role="status">{words.failing(formatDateTime(failingSince))}</p>
      )}
      {secret !== null && <Secret secret={secret} onKept={() => onSecret(null)} />}
      {webhook.former_secret_until !== null && (
        <p className={styles.note}>{words.secretBoth(formatDateTime(webhook.former_secret_until))}</p>
      )}
      <Actions webhook={webhook} onSecret={onSecret} />
      <Deliveries id={webhook.id} active={state === 'active'} />
    </article>
  )
}

/** Shown once. */
export function Secret({ secret, onKept }: { secret: string; onKept: () => void }) {
  return (
    <div className={styles.secret}>
      <p role="status">
        {words.secret}. {words.secretOnce}
      </p>
      <code>{secret}</code>
      <div className={styles.actions}>
        <CopyButton text={secret} what={words.secret} />
        <button type="button" className={classes(button.ghost, button.small)} onClick={onKept}>
          {words.hideSecret}
        </button>
      </div>
    </div>
  )
}

type ActionsProps = Pick<CardProps, 'webhook' | 'onSecret'>

function Actions({ webhook, onSecret }: ActionsProps) {
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null)
  const { id, state } = webhook
  const active = state === 'active'
  const act = (name: Parameters<typeof changeWebhook>[0]) => () =>
    void changeWebhook(name, id).catch((error: unknown) => showFailure(error, words.actionFailed))
  const look = classes(button.secondary, button.small)
  return (
    <div className={styles.actions}>
      {active && (
        <button type="button" className={look} onClick={act('testWebhook')}>
          {words.test}
        </button>
      )}
      <button type="button" className={look} onClick={act(active ? 'pauseWebhook' : 'resumeWebhook')}>
        {active ? words.pause : words.resume}
      </button>
      <button type="button" className={look} onClick={() => setAsking('rotate')}>
        {words.rotate}
      </button>
      <button type="button" className={look} onClick={() => setAsking('delete')}>
        {words.delete}
      </button>
      {asking && <Question {...{ webhook, asking, onSecret }} onEnd={() => setAsking(null)} />}
    </div>
  )
}

type QuestionProps = ActionsProps & { readonly asking: 'rotate' | 'delete'; readonly onEnd: () => void }

function Question({ webhook: { id }, asking, onSecret, onEnd }: QuestionProps) {
  const [busy, setBusy] = useState(false)
  const rotating = asking === 'rotate'
  const confirm = async () => {
    setBusy(true)
    try {
      if (rotating) onSecret(await rotateSecret(id))
      else await changeWebhook('deleteWebhook', id)
    } catch (error) {
      showFailure(error, words.actionFailed)
    }
    onEnd()
  }
  return (
    <QuestionDialog
      title={rotating ? words.rotateTitle : words.deleteTitle}
      text={rotating ? words.rotateText : words.deleteText}
      onCancel={onEnd}
    >
      <button
        type="button"
        className={rotating ? button.primary : button.danger}
        disabled={busy}
        onClick={() => void confirm()}
      >
        {rotating ? words.rotateConfirm : words.deleteConfirm}
      </button>
    </QuestionDialog>
  )
}
