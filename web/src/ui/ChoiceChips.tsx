import { useId } from 'react'
import type { ReactNode } from 'react'
import * as field from './sheets/field.module.css'
import * as prose from './sheets/prose.module.css'
import * as styles from './ChoiceChips.module.css'

type ChipsProps<V extends string | number> = {
  readonly legend: string
  readonly choices: readonly (readonly [value: V, label: ReactNode])[]
  /** Null if none is. */
  readonly chosen: V | null
  readonly onChoose: (value: V) => void
  /** Shows the legend to screen readers only. */
  readonly bare?: boolean
}

/** A choice of one among a few, as radio buttons: arrow keys move between them, Tab skips the group. */
export function ChoiceChips<V extends string | number>(props: ChipsProps<V>) {
  const { legend, choices, chosen, onChoose, bare = false } = props
  const name = useId()
  return (
    <fieldset className={field.field}>
      <legend className={bare ? prose.unseen : undefined}>{legend}</legend>
      <div className={styles.chips}>
        {choices.map(([value, label]) => (
          <label key={value}>
            <input
              className={prose.unseen}
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
