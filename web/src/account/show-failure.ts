import { isSessionEnd } from '../api/client.ts'
import { showAlert } from '../ui/notices/notices.ts'

/** Tells in `text` that an action failed, unless the session has ended, which the page says by itself. */
export function showFailure(error: unknown, text: string): void {
  if (!isSessionEnd(error)) showAlert(text)
}
