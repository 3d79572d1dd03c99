import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountWords } from '#words/account'
import { formatDateTime, formatInteger } from '#words/format'
import { webhookWords as words } from '#words/webhooks'
import { changeWebhook, deliveriesQuery } from '../../api/webhooks.ts'
import type { Delivery } from '../../api/webhooks.ts'
import { classes } from '../../ui/classes.ts'
import { Glyph } from '../../ui/drawings/Glyph.tsx'
import { showFailure } from '../show-failure.ts'
import * as button from '../../ui/sheets/button.module.css'
import * as prose from '../../ui/sheets/prose.module.css'
import * as status from '../../ui/sheets/status.module.css'
import * as styles from './Webhooks.module.css'

/** What was sent to an address and what it answered; read once it is opened. */
export function Deliveries(log: LogProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.log} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.deliveries}</summary>
      {open && <Log {...log} />}
    </details>
  )
}

/** `id`: null for the addresses that came with calls; `active`: whether it may be told something. */
type LogProps = { readonly id: string | null; readonly active: boolean }

function Log({ id, active }: LogProps) {
  const { data: deliveries } = useQuery(deliveriesQuery(id))
  if (!deliveries?.length)
    return <p className={prose.faint}>{deliveries ? words.noDeliveries : accountWords.loading}</p>
  return (
    <ul>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <LoggedDelivery delivery={delivery} active={active} />
        </li>
      ))}
    </ul>
  )
}

const tones = { waiting: 'todo', sending: 'run', delivered: 'ok', failed: 'error' } as const

function LoggedDelivery({ delivery, active }: { delivery: Delivery; active: boolean }) {
  const { id, type, state, created_at: createdAt, body, attempts } = delivery
  const ended = state === 'delivered' || state === 'failed'
  const resend = () =>
    void changeWebhook('resendDelivery', id).catch((error: unknown) => showFailure(error, words.actionFailed))
  return (
    <details>
      <summary>
        <span className={prose.mono}>{type}</span>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        <span className={status.status} data-tone={tones[state]}>
          {state !== 'waiting' && <Glyph tone={tones[state]} />}
          {words.deliveryStates[state]}
        </span>
      </summary>
      <p>{words.sent}</p>
      <pre tabIndex={0}>{body}</pre>
      {attempts.map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
      {ended && active && (
        <button type="button" className={classes(button.secondary, button.small)} onClick={resend}>
          {words.resend}
        </button>
      )}
    </details>
  )
}

function Attempt({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { at, status: answered, error, answer, milliseconds } = attempt
  return (
    <>
      <p>
        {answered === null
          ? words.noAnswer(formatDateTime(at), error ?? 'unreachable')
          : words.answered(formatDateTime(at), answered, formatInteger(milliseconds))}
      </p>
      {answer !== '' && <pre tabIndex={0}>{answer}</pre>}
    </>
  )
}
