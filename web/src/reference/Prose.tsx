import { typo } from '../typo.ts'

/** A sentence of the contract; what stands between backticks is code. */
export function Prose({ text }: { text: string }) {
  return typo(text)
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? (
        <code key={index} className="mono">
          {part}
        </code>
      ) : (
        part
      ),
    )
}
