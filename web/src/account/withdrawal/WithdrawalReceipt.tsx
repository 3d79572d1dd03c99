import { pagePaths } from '@equerre/contract/pages'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { refreshMoney } from '../../api/account.ts'
import type { Withdrawal } from '../../api/account.ts'
import { formatDateTime } from '#words/format'
import { accountWords } from '#words/account'
import { Icon } from '../../ui/drawings/Icon.tsx'
import { saveBlob } from '../../ui/browser/save-blob.ts'
import * as button from '../../ui/sheets/button.module.css'
import * as styles from './withdrawal.module.css'

const { withdrawal: words } = accountWords

/** The acknowledgement, shown and offered as a file. */
export function WithdrawalReceipt({ withdrawal }: { withdrawal: Withdrawal }) {
  const { declared_at, refund_cents, acknowledgement, file_name } = withdrawal
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    void refreshMoney()
  }, [])
  const download = () =>
    saveBlob(new Blob([acknowledgement], { type: 'text/plain;charset=utf-8' }), file_name)
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {words.doneTitle}
      </h2>
      <p>{words.done(formatDateTime(declared_at), refund_cents)}</p>
      <pre className={styles.receipt} tabIndex={0} aria-label={words.receipt}>
        {acknowledgement}
      </pre>
      <div className={styles.actions}>
        <button type="button" className={button.primary} onClick={download}>
          <Icon name="download" /> {words.download}
        </button>
        <Link className={button.secondary} to={pagePaths.account}>
          {words.toAccount}
        </Link>
      </div>
    </section>
  )
}
