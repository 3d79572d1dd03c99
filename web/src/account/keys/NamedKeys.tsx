import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyUsageQuery, namedKeysQuery } from '../../api/keys.ts'
import type { NamedKey } from '../../api/keys.ts'
import { accountWords } from '#words/account'
import { formatDateTime, formatDay } from '#words/format'
import { keysWords as words } from '#words/keys'
import { KeyForm } from './KeyForm.tsx'
import { KeyQuestion } from './KeyQuestion.tsx'
import type { Asked } from './KeyQuestion.tsx'
import { maskKey } from './key.ts'
import { ShownKey } from './ShownKey.tsx'
import { spentThisMonth } from './usage.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './NamedKeys.module.css'

/** The dialog that is open. */
type Open =
  | { readonly form: NamedKey | null }
  | { readonly question: Asked; readonly of: NamedKey }
  | { readonly secret: string }

/** The keys that the account has made for its programs and teams. */
export function NamedKeys() {
  const { data: keys, isError } = useQuery(namedKeysQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const show = (secret: string | null) => setOpen(secret === null ? null : { secret })
  return (
    <section>
      <h2>{words.title}</h2>
      <p className={prose.muted}>{words.lead}</p>
      <KeyList keys={keys} failed={isError} onOpen={setOpen} />
      <button
        type="button"
        className={classes(button.secondary, button.small, styles.add)}
        onClick={() => setOpen({ form: null })}
      >
        {words.add}
      </button>
      {open && 'form' in open && <KeyForm of={open.form} onEnd={show} />}
      {open && 'question' in open && <KeyQuestion asked={open.question} of={open.of} onEnd={show} />}
      {open && 'secret' in open && <ShownKey secret={open.secret} onClose={() => setOpen(null)} />}
    </section>
  )
}

type ListProps = {
  readonly keys: readonly NamedKey[] | undefined
  readonly failed: boolean
  readonly onOpen: (open: Open) => void
}

function KeyList({ keys, failed, onOpen }: ListProps) {
  const valid = keys?.filter(({ revoked_at }) => revoked_at === null)
  if (!valid?.length)
    return (
      <p className={classes(prose.faint, styles.none)} role="status">
        {failed ? words.failed : valid ? words.none : accountWords.loading}
      </p>
    )
  return (
    <ul className={styles.list}>
      {valid.map((key) => (
        <KeyItem
          key={key.id}
          of={key}
          onChange={() => onOpen({ form: key })}
          onAsk={(question) => onOpen({ question, of: key })}
        />
      ))}
    </ul>
  )
}

type ItemProps = {
  readonly of: NamedKey
  readonly onChange: () => void
  readonly onAsk: (question: Asked) => void
}

function KeyItem({ of: key, onChange, onAsk }: ItemProps) {
  const actions = [
    [words.change, onChange],
    [words.rotate, () => onAsk('rotate')],
    [words.revoke, () => onAsk('revoke')],
  ] as const
  return (
    <li>
      <div>
        <b>{key.name}</b>
        <code className={classes(prose.mono, prose.faint)}>{maskKey(`eq_live_${key.ending}`)}</code>
        <p className={prose.faint}>
          <Facts of={key} />
        </p>
      </div>
      <div className={styles.actions}>
        {actions.map(([label, act]) => (
          <button key={label} type="button" className={classes(button.ghost, button.small)} onClick={act}>
            {label}
            <span className={prose.unseen}> {key.name}</span>
          </button>
        ))}
      </div>
    </li>
  )
}

function Facts({ of: key }: { of: NamedKey }) {
  const { data: usage = [] } = useQuery(keyUsageQuery)
  const [now] = useState(() => new Date().toISOString())
  const spent = spentThisMonth(usage, key.id, now.slice(0, 10))
  return [
    key.scopes.map((scope) => words.scopes[scope].name).join(', '),
    endOf(key, now),
    words.spent(spent, key.credits_per_month),
    key.last_used_at === null ? words.never : words.lastUse(formatDateTime(key.last_used_at)),
  ].join(' · ')
}

function endOf({ expires_at: end }: NamedKey, now: string): string {
  if (end === null) return words.noEnd
  return (end <= now ? words.ended : words.ends)(formatDay(end))
}
