import { lazy, Suspense, useEffect, useState } from 'react'
import { useDebt } from '../account/credits/use-debt.ts'
import { useLastPrincipal } from '../api/principal.ts'
import { creditsQuery, meQuery, onlineQuery } from '../api/queries.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Paywall } from '../desk/questions/Paywall.tsx'
import { DeskQuestion } from '../desk/questions/Questions.tsx'
import { addFiles, closePaywall, openPaywall, topUp } from '../jobs/intake/admission.ts'
import { openDesk } from '../jobs/desk.ts'
import { arranged, tilesOf } from '../jobs/arrangement.ts'
import { cardsOf, tilesThrough } from '../jobs/filters.ts'
import type { Filter } from '../jobs/filters.ts'
import { awaitsCredits, isUnsent } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { chooseView, closeCorners, closeDossier, useDesk } from '../jobs/store.ts'
import type { View } from '../jobs/store.ts'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { debtWords } from '#words/debt'
import { shellWords } from '#words/shell'
import { Boundary } from '../ui/Boundary.tsx'
import { Glyph } from '../ui/drawings/Glyph.tsx'
import { watchCovers } from '../ui/browser/cover.ts'
import { showAlert } from '../ui/notices/notices.ts'
import { CamscanToolbar } from '../desk/toolbar/CamscanToolbar.tsx'
import { PhoneBar } from '../desk/toolbar/PhoneBar.tsx'
import { DeskPurchase } from '../desk/DeskPurchase.tsx'
import { DropZone } from '../desk/DropZone.tsx'
import { EmptyDesk } from '../desk/EmptyDesk.tsx'
import { JobList } from '../desk/JobList.tsx'
import { MyFiles } from '../desk/MyFiles.tsx'
import { OptionsPanel } from '../desk/OptionsPanel.tsx'
import { useServiceDown } from '../shell/away.ts'
import { PageTitle } from '../shell/PageTitle.tsx'
import { RefusedFiles } from '../desk/RefusedFiles.tsx'
import { useFileDrop } from '../desk/use-file-drop.ts'
import { takeHandedOver } from '../jobs/intake/hand-over.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as statusStyles from '../ui/sheets/status.module.css'
import * as styles from './CamscanPage.module.css'

const CornersDialog = lazy(async () => ({
  default: (await import('../corners/CornersDialog.tsx')).CornersDialog,
}))

const DossierDialog = lazy(async () => ({
  default: (await import('../desk/dossier/DossierDialog.tsx')).DossierDialog,
}))

const Sheet = lazy(async () => ({ default: (await import('../desk/sheet/Sheet.tsx')).Sheet }))

/** Fewer files are shown as cards until the user chooses the sheet, on which they can be put in order. */
const sheetFrom = 6
const orderedFrom = 2

const onFiles = (files: readonly File[], unread?: readonly string[]) => void addFiles(files, unread)

export default function CamscanPage() {
  useEffect(openDesk, [])
  useEffect(watchCovers, [])
  useEffect(addHandedOver, [])
  const jobs = useDesk((desk) => desk.jobs)
  const announcement = useDesk((desk) => desk.announcement)
  const away = useAnswer(onlineQuery) === false
  const disabled = useServiceDown()
  const dragged = useFileDrop({ disabled, onFiles })
  const focusKept = useKeptFocus()
  const some = jobs.length > 0
  return (
    <div className={layout.column} {...focusKept}>
      <div className={some ? styles.busy : undefined}>
        <div className={layout.pageHead}>
          <div>
            <PageTitle title={shellWords.camscan.title}>{shellWords.camscan.title}</PageTitle>
            <p className={layout.wideOnly}>{camscanWords.desk.lead}</p>
            <p className={layout.phoneOnly}>{deskWords.phoneLead}</p>
          </div>
          <MyFiles />
        </div>
        <DeskPurchase />
        <DropZone slim={some} disabled={disabled} onFiles={onFiles} />
        <EmptyWallet />
        <UnkeptFiles />
        <OptionsPanel slim={some} />
      </div>
      <RefusedFiles />
      <p className={prose.unseen} role="status">
        {announcement}
      </p>
      {some ? <Desk jobs={jobs} disabled={disabled} /> : <EmptyDesk onFiles={onFiles} disabled={away} />}
      {dragged !== null && (
        <div className={styles.overlay} data-drop-overlay>
          <p className={layout.crossed}>{camscanWords.desk.dropNow(dragged)}</p>
        </div>
      )}
      <Dialogs />
    </div>
  )
}

function Desk({ jobs, disabled }: { jobs: readonly Job[]; disabled: boolean }) {
  const [filter, setFilter] = useState<Filter>('all')
  const view = useView(jobs)
  return (
    <section>
      <CamscanToolbar jobs={jobs} filter={filter} onFilter={setFilter} view={view} />
      {view === 'sheet' ? (
        <Boundary fallback={<SheetMissing />}>
          <Suspense>
            <Sheet tiles={tilesThrough(jobs, filter)} />
          </Suspense>
        </Boundary>
      ) : (
        <JobList cards={cardsOf(jobs, filter)} jobs={arranged(jobs)} />
      )}
      <PhoneBar disabled={disabled} onFiles={onFiles} />
    </section>
  )
}

/** Adds the files chosen on the home page. */
function addHandedOver(): void {
  const handed = takeHandedOver()
  if (handed) onFiles(handed.files, handed.unread)
}

/** Shows many files as a sheet until the user chooses otherwise; null where there is nothing to put in order. */
function useView(jobs: readonly Job[]): View | null {
  const chosen = useDesk((desk) => desk.view)
  if (tilesOf(jobs).length < orderedFrom) return null
  return chosen ?? (cardsOf(jobs, 'all').length < sheetFrom ? 'list' : 'sheet')
}

/** The sheet's script failed to load: falls back to the list. */
function SheetMissing() {
  useEffect(() => {
    showAlert(shellWords.notLoaded)
    chooseView('list')
  }, [])
  return null
}

/** Says on the spot that credits are used up or owed, and what to do about it; not to whom the page asks to sign in again. */
function EmptyWallet() {
  const ended = useLastPrincipal() === 'ended'
  const credits = useAnswer(creditsQuery)
  const owed = useDebt()
  return (
    <div role="status">
      {!ended && credits !== undefined && credits <= 0 && (
        <p className={classes(styles.message, statusStyles.status)}>
          <Glyph tone="error" />
          <span>
            {owed > 0 ? debtWords.text(owed) : camscanWords.desk.noCredits}{' '}
            <button type="button" onClick={() => openPaywall()}>
              {camscanWords.desk.unlock}
            </button>
          </span>
        </p>
      )}
    </div>
  )
}

/** The browser cannot store more files: leaving the page would lose the unsent ones. */
function UnkeptFiles() {
  const files = useDesk(
    ({ jobs, unkept }) => jobs.filter((job) => isUnsent(job) && unkept.get(job.id) === 'refused').length,
  )
  return (
    <div role="status">
      {files > 0 && (
        <p className={classes(styles.message, statusStyles.status)}>
          <Glyph tone="review" />
          <span>{camscanWords.desk.unkept(files)}</span>
        </p>
      )}
    </div>
  )
}

/** Number of files waiting for credits that are safely stored. */
const keptOf = ({ jobs, unkept }: ReturnType<typeof useDesk.getState>) =>
  jobs.filter((job) => awaitsCredits(job) && isUnsent(job) && !unkept.has(job.id)).length

function Dialogs() {
  const { paywall, question, looking, dossier } = useDesk()
  const kept = useDesk(keptOf)
  const signedIn = useAnswer(meQuery) != null
  return (
    <>
      {looking && (
        <Boundary fallback={<PartMissing onClose={closeCorners} />}>
          <Suspense>
            <CornersDialog {...looking} />
          </Suspense>
        </Boundary>
      )}
      {dossier && (
        <Boundary fallback={<PartMissing onClose={closeDossier} />}>
          <Suspense>
            <DossierDialog {...dossier} />
          </Suspense>
        </Boundary>
      )}
      {question && <DeskQuestion question={question} />}
      {paywall && (
        <Paywall {...paywall} signedIn={signedIn} kept={kept} onTopUp={topUp} onClose={closePaywall} />
      )}
    </>
  )
}

/** A part's script failed to load: says so and returns to the list. */
function PartMissing({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    showAlert(shellWords.notLoaded)
    onClose()
  }, [onClose])
  return null
}
