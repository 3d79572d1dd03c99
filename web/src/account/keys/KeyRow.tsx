import { useState } from 'react'
import type { ReactNode } from 'react'
import type { KeyKind } from '../../api/account.ts'
import { rotateKey } from '../../api/account.ts'
import { accountWords } from '#words/account'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import { QuestionDialog } from '../../ui/QuestionDialog.tsx'
import { showFailure } from '../show-failure.ts'
import { maskKey } from './key.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as details from '../details.module.css'
import * as prose from '../../ui/sheets/prose.module.css'

const { key: words } = accountWords

type KeyRowProps = {
  readonly kind: KeyKind
  readonly secret: string
  readonly hidden: boolean
  readonly onToggle: () => void
  /** Notes on this key, above the button that replaces it. */
  readonly children: ReactNode
}

/** One key of the account, to show or hide, copy and replace. */
export function KeyRow({ kind, secret, hidden, onToggle, children }: KeyRowProps) {
  const [asking, setAsking] = useState(false)
  const title = kind === 'live' ? words.title : words.testTitle
  return (
    <div>
      <dt>{title}</dt>
      <dd className={details.key}>{hidden ? maskKey(secret) : secret}</dd>
      <dd className={details.actions}>
        <CopyButton text={secret} what={title}>
          <button
            type="button"
            className={classes(button.ghost, button.small, button.square)}
            aria-label={`${hidden ? words.show : words.hide} : ${title}`}
            title={hidden ? words.show : words.hide}
            onClick={onToggle}
          >
            <Icon name={hidden ? 'show' : 'hide'} small />
          </button>
        </CopyButton>
      </dd>
      <dd className={details.note}>
        {children}{' '}
        <button type="button" className={prose.link} onClick={() => setAsking(true)}>
          {kind === 'live' ? words.rotate : words.rotateTest}
        </button>
      </dd>
      {asking && <RotateQuestion kind={kind} onEnd={() => setAsking(false)} />}
    </div>
  )
}

function RotateQuestion({ kind, onEnd }: { kind: KeyKind; onEnd: () => void }) {
  const [busy, setBusy] = useState(false)
  const rotate = async () => {
    setBusy(true)
    await rotateKey(kind).catch((error: unknown) => showFailure(error, words.rotateFailed))
    onEnd()
  }
  return (
    <QuestionDialog
      title={kind === 'live' ? words.rotateTitle : words.rotateTestTitle}
      text={words.rotateText}
      onCancel={onEnd}
    >
      <button type="button" className={button.primary} disabled={busy} onClick={() => void rotate()}>
        {words.rotateConfirm}
      </button>
    </QuestionDialog>
  )
}
