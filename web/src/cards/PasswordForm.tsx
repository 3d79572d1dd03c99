import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { passwordWords as words } from '#words/password'
import { limits } from '../api/page-facts.ts'
import { openWithPassword } from '../jobs/desk.ts'
import { isWrongPassword } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { Icon } from '../ui/drawings/Icon.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as styles from './PasswordForm.module.css'

type PasswordFormProps = {
  job: Job
  name: string
  /** Id of the sentence that says why it is asked for. */
  reason: string
}

/** Asks for what opens a protected PDF, and tries again with it. */
export function PasswordForm({ job, name, reason }: PasswordFormProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  // After a wrong one the form is back, while its card kept the focus.
  useEffect(() => {
    if (document.activeElement === input.current?.closest('article')) input.current?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (input.current) openWithPassword(job.id, input.current.value)
  }
  const toggle = shown ? words.hide : words.show
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={id}>{words.label}</label>
      <div className={styles.row}>
        <span className={styles.field}>
          <input
            ref={input}
            id={id}
            type={shown ? 'text' : 'password'}
            aria-label={words.labelOf(name)}
            aria-describedby={`${reason} ${id}-kept`}
            aria-invalid={isWrongPassword(job)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={limits.pdfPasswordBytesMax}
            required
          />
          <button
            type="button"
            className={classes(button.ghost, button.small, button.square)}
            aria-label={toggle}
            title={toggle}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'hide' : 'show'} small />
          </button>
        </span>
        <button
          type="submit"
          className={classes(button.secondary, button.small, styles.open)}
          aria-label={words.openOf(name)}
        >
          {words.open}
        </button>
      </div>
      <small id={`${id}-kept`}>{words.kept}</small>
    </form>
  )
}
