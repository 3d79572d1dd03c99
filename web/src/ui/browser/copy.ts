import { unseen } from '../sheets/prose.module.css'

/** Copies `text`, even on plain HTTP, where `navigator.clipboard` is missing. Throws if neither way works. */
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard !== undefined) return clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = unseen
  const focused = document.activeElement
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!copied) throw new Error('the browser refuses to copy')
}
