import { useEffect, useId, useRef, useState } from 'react'
import { formatDateTime, formatSize } from '#words/format'
import { dossierWords as words } from '#words/dossier'
import { shellWords } from '#words/shell'
import { titledName } from '../../jobs/intake/names.ts'
import { closeDossier } from '../../jobs/store.ts'
import type { OpenDossier } from '../../jobs/store.ts'
import { saveBlob } from '../../ui/browser/save-blob.ts'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import * as dialog from '../../ui/Dialog.module.css'
import { Glyph } from '../../ui/drawings/Glyph.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import * as button from '../../ui/sheets/button.module.css'
import * as progress from '../../ui/sheets/progress.module.css'
import * as status from '../../ui/sheets/status.module.css'
import { WithoutResult } from '../questions/WithoutResult.tsx'
import { DossierOptions, defaultForm, toChoices } from './DossierOptions.tsx'
import type { Form } from './DossierOptions.tsx'
import { useAssembly } from './use-assembly.ts'
import type { AssemblyState } from './use-assembly.ts'
import * as styles from './DossierDialog.module.css'

/** Finished pages put together in one PDF: begun at once, saved as soon as it is there, and made again with other options at will. */
export function DossierDialog({ pages, without, fileName, begin }: OpenDossier) {
  const id = useId()
  const [form, setForm] = useState<Form>(() => defaultForm(pages))
  /** The form that the PDF at hand was made with. */
  const [made, setMade] = useState<Form | null>(null)
  const { state, make } = useAssembly()
  const name = form.title.trim() === '' ? fileName : titledName(form.title, '.pdf')
  const create = async () => {
    setMade(form)
    const file = await make(form.pages, toChoices(form))
    if (file) saveBlob(file, name)
  }
  useStart(() => void (begin && create()))
  const isCurrent = state.kind === 'made' && made === form
  const save = () => (isCurrent ? saveBlob(state.file, name) : void create())
  const count = form.pages.length
  // Not `disabled`, which would drop the focus of whoever presses it.
  const canSave = state.kind !== 'making' && count > 0
  return (
    <Dialog className={classes(dialog.dialog, styles.dossier)} labelledBy={id} onClose={closeDossier}>
      <h2 id={id}>{words.title(state.kind === 'made' ? state.assembly.page_count : count)}</h2>
      <Progress state={state} name={name} />
      {without.length > 0 && (
        <>
          <p className={styles.without}>{words.without(without.length)}</p>
          <WithoutResult pages={without} />
        </>
      )}
      <DossierOptions all={pages} form={form} onChange={setForm} open={!begin} />
      <div className={dialog.answers}>
        <button type="button" className={classes(button.ghost, dialog.cancel)} onClick={closeDossier}>
          {state.kind === 'making' ? shellWords.cancel : shellWords.close}
        </button>
        <button
          type="button"
          className={button.primary}
          aria-disabled={!canSave}
          onClick={() => canSave && save()}
        >
          <Icon name={state.kind === 'failed' ? 'retry' : 'download'} small /> {saveText(state, isCurrent)}
        </button>
      </div>
    </Dialog>
  )
}

function saveText({ kind }: AssemblyState, isCurrent: boolean): string {
  if (kind === 'failed') return words.retry
  return isCurrent ? words.saveAgain : words.make
}

/** How far it is, what came of it, or why nothing did. */
function Progress({ state, name }: { state: AssemblyState; name: string }) {
  return (
    <div className={styles.progress} role="status">
      {state.kind === 'making' && <Making {...state} />}
      {state.kind === 'failed' && (
        <p className={classes(status.status, styles.state)} data-tone="error">
          <Glyph tone="error" />
          <span>{state.text}</span>
        </p>
      )}
      {state.kind === 'made' && <Made {...state} name={name} />}
    </div>
  )
}

function Making({ read }: Extract<AssemblyState, { readonly kind: 'making' }>) {
  return (
    <>
      <p>
        {words.making} {read && words.pagesRead(read.done, read.total)}
      </p>
      {read ? (
        <progress
          className={classes(progress.progress, styles.bar)}
          aria-hidden="true"
          max={read.total}
          value={read.done}
        />
      ) : (
        <i aria-hidden="true" />
      )}
    </>
  )
}

type MadeProps = Extract<AssemblyState, { readonly kind: 'made' }> & { readonly name: string }

function Made({ assembly, name }: MadeProps) {
  const { page_count, pages_with_text, bytes, max_bytes_met, reduced, expires_at } = assembly
  return (
    <>
      <p className={classes(status.status, styles.state)} data-tone="ok">
        <Glyph tone="ok" />
        <span>{words.saved(name, formatSize(bytes))}</span>
      </p>
      <p>
        {words.searchable(pages_with_text, page_count)} {max_bytes_met === false && words.tooHeavy}{' '}
        {reduced && words.reduced(reduced.resolution)} {words.keptUntil(formatDateTime(expires_at))}
      </p>
    </>
  )
}

/** Runs `work` once when mounted, also in development, where React mounts everything twice. */
function useStart(work: () => void): void {
  const first = useRef(work)
  useEffect(() => {
    const timer = setTimeout(() => first.current())
    return () => clearTimeout(timer)
  }, [])
}
