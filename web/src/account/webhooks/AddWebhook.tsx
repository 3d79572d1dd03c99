import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { webhookWords as words } from '#words/webhooks'
import { HttpError } from '../../api/client.ts'
import { addWebhook } from '../../api/webhooks.ts'
import type { NewSecret } from '../../api/webhooks.ts'
import * as button from '../../ui/sheets/button.module.css'
import * as field from '../../ui/sheets/field.module.css'
import * as styles from './Webhooks.module.css'

export function AddWebhook({ onAdded }: { onAdded: (secret: NewSecret) => void }) {
  const [url, setUrl] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const refusalId = useId()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setRefusal(null)
    try {
      onAdded(await addWebhook({ url: url.trim() }))
      setUrl('')
    } catch (error) {
      setRefusal(words.addFailed(error instanceof HttpError ? error.text : words.actionFailed))
    }
    setBusy(false)
  }
  return (
    <form className={styles.add} onSubmit={(event) => void add(event)}>
      <label className={field.field}>
        <span>{words.address}</span>
        <input
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          aria-invalid={refusal !== null}
          aria-describedby={refusalId}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </label>
      <button type="submit" className={button.secondary} disabled={busy}>
        {words.add}
      </button>
      <p id={refusalId} role="alert">
        {refusal}
      </p>
    </form>
  )
}
