import type { Corners } from '@equerre/contract/detourage'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../api/page-facts.ts'
import { creditsQuery } from '../api/queries.ts'
import { openPaywall } from '../jobs/intake/admission.ts'
import { accept, correct } from '../jobs/desk.ts'
import { correctionCost, isCorrectable, previewPath } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { useSettings } from '../jobs/intake/settings.ts'
import { closeCorners, useDesk } from '../jobs/store.ts'
import { camscanWords } from '#words/camscan'
import { shellWords } from '#words/shell'
import { Dialog } from '../ui/Dialog.tsx'
import { showAlert } from '../ui/notices/notices.ts'
import { QuestionDialog } from '../ui/QuestionDialog.tsx'
import { CornerEditor } from './CornerEditor.tsx'
import type { Review } from './CornerEditor.tsx'
import { usePhoto } from './use-photo.ts'
import * as button from '../ui/sheets/button.module.css'
import * as styles from './CornersDialog.module.css'

const words = camscanWords.corners

type CornersProps = { readonly ids: readonly string[]; readonly review: boolean }

/** The corner editor on one card, or on all that need a review, one by one. */
export function CornersDialog({ ids, review }: CornersProps) {
  const titleId = useId()
  // A ref: Escape right after a move must see it, and state set in an effect comes one task late.
  const changed = useRef(false)
  const noteChanged = useCallback((now: boolean) => void (changed.current = now), [])
  // What to do once the user agrees to discard unapplied corners.
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const { job, settle, move } = useQueue(ids)
  if (job === undefined) return null
  const confirmIfChanged = (act: () => void) => (changed.current ? setWaiting(() => act) : act())
  const decide = (act: () => void) => {
    act()
    settle()
  }
  return (
    <Dialog
      className={styles.dialog}
      labelledBy={titleId}
      cover
      onClose={() => confirmIfChanged(closeCorners)}
    >
      <PageEditor
        key={job.id}
        titleId={titleId}
        job={job}
        review={
          review
            ? {
                position: ids.indexOf(job.id) + 1,
                total: ids.length,
                move: (by) => confirmIfChanged(() => move(by)),
                accept: () => confirmIfChanged(() => decide(() => accept(job.id))),
              }
            : null
        }
        onChanged={noteChanged}
        onApplied={(apply) => decide(apply)}
        onClose={() => confirmIfChanged(closeCorners)}
      />
      {waiting && (
        <QuestionDialog title={words.leaveTitle} text={words.leaveText} onCancel={() => setWaiting(null)}>
          <button
            type="button"
            className={button.primary}
            onClick={() => {
              setWaiting(null)
              waiting()
            }}
          >
            {words.leave}
          </button>
        </QuestionDialog>
      )}
    </Dialog>
  )
}

/** The cards still to settle and the one on show; closes the editor after the last. */
function useQueue(ids: readonly string[]) {
  const jobs = useDesk((desk) => desk.jobs)
  const [at, setAt] = useState(0)
  const [settled, setSettled] = useState<readonly string[]>([])
  const open = jobs.filter((job) => ids.includes(job.id) && !settled.includes(job.id) && isCorrectable(job))
  const job = open[at % Math.max(1, open.length)]
  const over = job === undefined
  useEffect(() => {
    if (over) closeCorners()
  }, [over])
  return {
    job,
    settle: () => {
      if (job) setSettled([...settled, job.id])
      if (ids.length > 1 && open.length === 1) useDesk.setState({ announcement: camscanWords.review.over })
    },
    move: (by: 1 | -1) => setAt((at + by + open.length) % open.length),
  }
}

type PageProps = {
  readonly titleId: string
  readonly job: Job
  readonly review: Review | null
  readonly onChanged: (changed: boolean) => void
  readonly onApplied: (apply: () => void) => void
  readonly onClose: () => void
}

function PageEditor({ job, onApplied, ...rest }: PageProps) {
  const photo = usePhoto(previewPath(job))
  const { data: balance = null } = useQuery(creditsQuery)
  const settings = useSettings()
  useEffect(() => {
    if (photo !== 'failed') return
    showAlert(words.unreadable)
    closeCorners()
  }, [photo])
  if (photo === null || photo === 'failed') {
    return (
      <p id={rest.titleId} className={styles.waiting} role="status">
        {shellWords.loading}
      </p>
    )
  }
  const priceOf = ([corners, ...others]: readonly Corners[]) =>
    correctionCost(job, limits.freeCorrectionsPerCapture ?? 0, corners) + others.length
  return (
    <CornerEditor
      {...{ job, photo, priceOf, balance }}
      {...rest}
      options={job.options ?? settings.options}
      onApply={(pages, options) => {
        const price = priceOf(pages)
        if (price > 0 && balance !== null && balance < price) openPaywall()
        else onApplied(() => correct(job.id, pages, options))
      }}
    />
  )
}
