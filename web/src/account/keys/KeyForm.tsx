import { keyScopes } from '@equerre/contract/api-key'
import type { KeyScope } from '@equerre/contract/api-key'
import { useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { HttpError } from '../../api/client.ts'
import { changeKey, createKey } from '../../api/keys.ts'
import type { NamedKey } from '../../api/keys.ts'
import { formatDay } from '#words/format'
import { keysWords } from '#words/keys'
import { shellWords } from '#words/shell'
import { Dialog } from '../../ui/Dialog.tsx'
import { showFailure } from '../show-failure.ts'
import { readSettings } from './key-settings.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as dialog from '../../ui/Dialog.module.css'
import * as field from '../../ui/sheets/field.module.css'
import * as styles from './KeyForm.module.css'

const { form: words, scopes: scopeWords } = keysWords
const charactersMax = 60
const endDays = [30, 90, 365]

type FormProps = {
  /** Null makes a new one. */
  readonly of: NamedKey | null
  /** With the secret of a new one. */
  readonly onEnd: (secret: string | null) => void
}

/** Name, scopes, end and cap of a key. */
export function KeyForm({ of: key, onEnd }: FormProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const settings = readSettings(new FormData(event.currentTarget), new Date())
    setBusy(true)
    try {
      onEnd(
        key
          ? await changeKey(key.id, settings).then(() => null)
          : await createKey({ expires_at: null, ...settings }),
      )
    } catch (error) {
      setBusy(false)
      showFailure(error, words.refused(error instanceof HttpError ? error.text : shellWords.unreachable))
    }
  }
  const cancel = () => onEnd(null)
  return (
    <Dialog className={classes(dialog.dialog, dialog.question)} labelledBy={id} onClose={cancel}>
      <h2 id={id}>{key ? words.changeTitle : words.title}</h2>
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        <label className={field.field}>
          <span>{words.name}</span>
          <input name="name" defaultValue={key?.name} maxLength={charactersMax} autoComplete="off" required />
        </label>
        <Scopes given={key?.scopes ?? ['straighten']} />
        <End end={key?.expires_at ?? null} />
        <Cap cap={key?.credits_per_month ?? null} />
        <div className={dialog.answers}>
          <button type="button" className={classes(button.ghost, dialog.cancel)} onClick={cancel}>
            {shellWords.cancel}
          </button>
          <button type="submit" className={button.primary} disabled={busy}>
            {key ? words.save : words.create}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** At least one: the browser says so at the first box, as of any field that is missing. */
function Scopes({ given }: { given: readonly KeyScope[] }) {
  const ref = useRef<HTMLFieldSetElement>(null)
  const check = () => {
    const boxes = [...(ref.current?.querySelectorAll('input') ?? [])]
    boxes[0]?.setCustomValidity(boxes.some(({ checked }) => checked) ? '' : words.oneScope)
  }
  return (
    <fieldset className={field.field} ref={ref} onChange={check}>
      <legend>{words.scopes}</legend>
      {keyScopes.map((scope) => (
        <label key={scope} className={classes(field.check, styles.scope)}>
          <input type="checkbox" name="scope" value={scope} defaultChecked={given.includes(scope)} />
          <span>
            {scopeWords[scope].name}
            <small>{scopeWords[scope].note}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function End({ end }: { end: string | null }) {
  return (
    <label className={field.field}>
      <span>{words.end}</span>
      <select name="end" defaultValue={end === null ? 'never' : 'keep'}>
        {end !== null && <option value="keep">{words.keep(formatDay(end))}</option>}
        <option value="never">{words.forEver}</option>
        {endDays.map((days) => (
          <option key={days} value={days}>
            {words.inDays(days)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Cap({ cap }: { cap: number | null }) {
  const id = useId()
  return (
    <div>
      <label className={field.field}>
        <span>{words.cap}</span>
        <input
          name="cap"
          defaultValue={cap ?? ''}
          inputMode="numeric"
          autoComplete="off"
          pattern="1000000|[1-9][0-9]{0,5}"
          title={words.capPattern}
          aria-describedby={id}
        />
      </label>
      <small id={id}>{words.capNote}</small>
    </div>
  )
}
