import { useState } from 'react'
import { HttpError } from '../../api/client.ts'
import { revokeKey, rotateNamedKey } from '../../api/keys.ts'
import type { NamedKey } from '../../api/keys.ts'
import { keysWords as words } from '#words/keys'
import { shellWords } from '#words/shell'
import { QuestionDialog } from '../../ui/QuestionDialog.tsx'
import { showFailure } from '../show-failure.ts'
import * as button from '../../ui/sheets/button.module.css'

export type Asked = 'rotate' | 'revoke'

type QuestionProps = {
  readonly asked: Asked
  readonly of: NamedKey
  /** With the new secret, if there is one. */
  readonly onEnd: (secret: string | null) => void
}

/** What cannot be taken back is asked about first. */
export function KeyQuestion({ asked, of: { id, name }, onEnd }: QuestionProps) {
  const [busy, setBusy] = useState(false)
  const rotates = asked === 'rotate'
  const act = async () => {
    setBusy(true)
    try {
      onEnd(rotates ? await rotateNamedKey(id) : await revokeKey(id).then(() => null))
    } catch (error) {
      showFailure(error, words.actionFailed(error instanceof HttpError ? error.text : shellWords.unreachable))
      onEnd(null)
    }
  }
  return (
    <QuestionDialog
      title={rotates ? words.rotateTitle(name) : words.revokeTitle(name)}
      text={rotates ? words.rotateText : words.revokeText}
      onCancel={() => onEnd(null)}
    >
      <button
        type="button"
        className={rotates ? button.primary : button.danger}
        disabled={busy}
        onClick={() => void act()}
      >
        {rotates ? words.rotate : words.revoke}
      </button>
    </QuestionDialog>
  )
}
