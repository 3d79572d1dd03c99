import { addressIn } from '@equerre/contract/language'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountWords } from '#words/account'
import { language } from '#words/language'
import { webhookWords as words } from '#words/webhooks'
import { webhooksQuery } from '../../api/webhooks.ts'
import type { NewSecret } from '../../api/webhooks.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import { AddWebhook } from './AddWebhook.tsx'
import { Callbacks } from './Callbacks.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import * as styles from './Webhooks.module.css'

/** The addresses that are told what happens in the account. */
export function Webhooks() {
  const { data: webhooks, isError } = useQuery(webhooksQuery)
  const [fresh, setFresh] = useState<NewSecret | null>(null)
  return (
    <section className={styles.webhooks} id="webhooks">
      <h2>{words.title}</h2>
      <p className={styles.text}>
        {words.text}{' '}
        <a className={prose.link} href={addressIn(language, '/docs/#webhooks')}>
          {words.reference}
        </a>
      </p>
      <AddWebhook onAdded={setFresh} />
      {!webhooks && (
        <p className={prose.faint} role="status">
          {isError ? words.failed : accountWords.loading}
        </p>
      )}
      {webhooks?.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          secret={fresh?.id === webhook.id ? fresh.secret : null}
          onSecret={setFresh}
        />
      ))}
      <Callbacks />
    </section>
  )
}
