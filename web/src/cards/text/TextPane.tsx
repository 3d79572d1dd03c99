import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { textWords as words } from '#words/text'
import type { Job } from '../../jobs/job.ts'
import { fetchHeld } from '../../jobs/kept/fetched.ts'
import { madeLook } from '../../jobs/look/look.ts'
import { nextCost, readPages } from '../../jobs/look/render.ts'
import { textStateOf } from '../../jobs/results/page-text.ts'
import { nameOf } from '../../jobs/status.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import * as button from '../../ui/sheets/button.module.css'
import * as styles from './TextPane.module.css'

/** The text of a finished page beside its picture, to select and copy; a page that nobody has read yet is read now. */
export function TextPane({ job }: { job: Job }) {
  const state = textStateOf(job)
  const readable = madeLook(job) !== null
  const unread = readable && state?.kind === 'unread' && nextCost(job) === 0
  useEffect(() => {
    if (unread) void readPages([job.id])
  }, [unread, job.id])
  return (
    // The viewer's keys turn pages and zoom; here they move through the text.
    <section
      className={styles.pane}
      aria-label={words.of(nameOf(job))}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      {state?.kind === 'there' ? (
        <FetchedText path={state.path} name={nameOf(job)} />
      ) : (
        <NoText
          reading={unread || state?.kind === 'reading'}
          failed={state?.kind === 'failed'}
          {...{ readable, job }}
        />
      )}
    </section>
  )
}

type NoTextProps = {
  readonly job: Job
  readonly reading: boolean
  readonly failed: boolean
  /** Not while the page is being straightened again, or after that failed. */
  readonly readable: boolean
}

function NoText({ job, reading, failed, readable }: NoTextProps) {
  const read = failed ? words.retry : words.read
  if (!readable && !reading)
    return (
      <p className={styles.state} role="status">
        {words.notNow}
      </p>
    )
  return (
    <>
      <p className={styles.state} role="status">
        {reading ? words.reading : failed && words.failed}
      </p>
      {!reading && (
        <button type="button" className={button.secondary} onClick={() => void readPages([job.id])}>
          {failed && <Icon name="retry" small />} {nextCost(job) > 0 ? words.priced(read) : read}
        </button>
      )}
    </>
  )
}

function FetchedText({ path, name }: { path: string; name: string }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['text', path],
    queryFn: async () => (await fetchHeld(path)).text(),
    staleTime: Infinity,
  })
  if (data === undefined)
    return (
      <>
        <p className={styles.state} role="status">
          {isError ? words.unfetched : words.fetching}
        </p>
        {isError && (
          <button type="button" className={button.secondary} onClick={() => void refetch()}>
            <Icon name="retry" small /> {words.retry}
          </button>
        )}
      </>
    )
  if (data.trim() === '')
    return (
      <p className={styles.state} role="status">
        {words.none}
      </p>
    )
  return (
    <>
      <div className={styles.head}>
        <CopyButton text={data} what={words.of(name)} />
      </div>
      <p className={styles.text} tabIndex={0} data-text>
        {data}
      </p>
    </>
  )
}
