import { applyTypography } from '#words/typography'
import * as prose from '../ui/sheets/prose.module.css'

/** A sentence of the contract; text between backticks is code. */
export function Prose({ text }: { text: string }) {
  return applyTypography(text)
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? (
        <code key={index} className={prose.mono}>
          {part}
        </code>
      ) : (
        part
      ),
    )
}
