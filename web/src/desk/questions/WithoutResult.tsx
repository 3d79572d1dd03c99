import type { PageWithout } from '../../jobs/store.ts'
import * as styles from './WithoutResult.module.css'

/** Pages without a result, and why. */
export function WithoutResult({ pages }: { readonly pages: readonly PageWithout[] }) {
  return (
    // Focusable, so that the keyboard can scroll it.
    <ul className={styles.without} tabIndex={0}>
      {pages.map(({ name, status }, index) => (
        <li key={index}>
          <b>{name}</b> · {status}
        </li>
      ))}
    </ul>
  )
}
