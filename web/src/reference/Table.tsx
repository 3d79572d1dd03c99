import type { ReactNode } from 'react'
import * as styles from './Table.module.css'

type TableProps = { readonly head: readonly string[]; readonly label: string; readonly children: ReactNode }

/** A table that scrolls horizontally in narrow windows. */
export function Table({ head, label, children }: TableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
