import { accountWords } from '#words/account'
import { Glyph } from '../../ui/drawings/Glyph.tsx'
import * as statusStyles from '../../ui/sheets/status.module.css'

/** Placeholder for a key that is loading or could not be read. */
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
