import { pagePaths } from '@equerre/contract/pages'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api/client.ts'
import { accountWords } from '#words/account'
import { QuestionDialog } from '../ui/QuestionDialog.tsx'
import { showFailure } from './show-failure.ts'
import { saveBlob } from '../ui/browser/save-blob.ts'
import { filesHash } from '../desk/files-hash.ts'
import { deleteAccount } from './end-session.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as styles from './AccountData.module.css'

const { data: words } = accountWords

/** Users' rights over their data: export it, and delete the account. */
export function AccountData({ credits }: { credits: number }) {
  const [exporting, setExporting] = useState(false)
  const [asking, setAsking] = useState(false)
  const downloadData = async () => {
    setExporting(true)
    await exportData().catch((error: unknown) => showFailure(error, words.exportFailed))
    setExporting(false)
  }
  return (
    <section className={styles.data}>
      <h2>{words.title}</h2>
      <div>
        <p>{words.files}</p>
        <Link className={classes(button.secondary, button.small)} to={`${pagePaths.camscan}${filesHash}`}>
          {words.showFiles}
        </Link>
      </div>
      <div>
        <p>{words.text}</p>
        <button
          type="button"
          className={classes(button.secondary, button.small)}
          disabled={exporting}
          onClick={() => void downloadData()}
        >
          {words.export}
        </button>
      </div>
      <div>
        <p>{words.deletion}</p>
        <button
          type="button"
          className={classes(button.secondary, button.small)}
          onClick={() => setAsking(true)}
        >
          {words.delete}
        </button>
      </div>
      {asking && <DeleteQuestion credits={credits} onCancel={() => setAsking(false)} />}
    </section>
  )
}

async function exportData(): Promise<void> {
  saveBlob(await (await call('exportMe')).blob(), words.exportName)
}

function DeleteQuestion({ credits, onCancel }: { credits: number; onCancel: () => void }) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await deleteAccount().catch((error: unknown) => {
      showFailure(error, words.deleteFailed)
      onCancel()
    })
  }
  return (
    <QuestionDialog title={words.deleteTitle} text={words.deleteText(credits)} onCancel={onCancel}>
      <button type="button" className={button.danger} disabled={busy} onClick={() => void confirm()}>
        {words.deleteConfirm}
      </button>
    </QuestionDialog>
  )
}
