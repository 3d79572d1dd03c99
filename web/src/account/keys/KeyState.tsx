import { accountWords } from '#words/account'
import { Glyph } from '../../ui/Glyph.tsx'
import * as statusStyles from '../../ui/sheets/status.module.css'

/** What stands in a key's place while there is none: it is on its way, or could not be read. */
export function KeyState({ failed }: { failed: boolean }) {
  return (
    <span
      className={failed ? statusStyles.status : undefined}
      data-tone={failed ? 'error' : undefined}
      role="status"
    >
      {failed && <Glyph tone="error" />}
      {failed ? accountWords.key.unknown : accountWords.loading}
    </span>
  )
}
