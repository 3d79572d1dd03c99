import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { formatDuration } from '#words/format'
import { downloadAll, openDossier, remove } from '../../jobs/desk.ts'
import { batchProgress, cardsOf, filters, tilesThrough } from '../../jobs/filters.ts'
import type { Filter } from '../../jobs/filters.ts'
import type { Job } from '../../jobs/job.ts'
import { useSettings } from '../../jobs/intake/settings.ts'
import { chooseView } from '../../jobs/store.ts'
import type { View } from '../../jobs/store.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { BatchActions } from './BatchActions.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { ViewGlyph } from './ViewGlyph.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as layout from '../../ui/sheets/layout.module.css'
import * as progress from '../../ui/sheets/progress.module.css'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './CamscanToolbar.module.css'

type ToolbarProps = {
  jobs: readonly Job[]
  filter: Filter
  onFilter: (filter: Filter) => void
  /** Null if there are too few files to offer the choice. */
  view: View | null
}

/** Controls for all cards at once. Every control keeps its place whichever others are shown. */
export function CamscanToolbar({ jobs, filter, onFilter, view }: ToolbarProps) {
  const files = cardsOf(jobs, 'all')
  return (
    <div className={styles.toolbar} data-toolbar>
      <div className={styles.row}>
        <div className={styles.title}>
          <h2 tabIndex={-1}>{camscanWords.desk.files(files.length)}</h2>
          <BatchProgress jobs={jobs} />
        </div>
        <Bulk ids={files.map(({ id }) => id)} />
        <ExportMenu jobs={jobs} />
      </div>
      {files.length > 1 && (
        <div className={styles.row}>
          <div className={styles.filters}>
            <ChoiceChips
              bare
              legend={camscanWords.filters.label}
              choices={filters.map((name) => [name, <FilterLabel key={name} {...{ jobs, name, view }} />])}
              chosen={filter}
              onChoose={onFilter}
            />
          </div>
          <BatchActions jobs={jobs} />
          {view !== null && <ViewButton view={view} />}
        </div>
      )}
    </div>
  )
}

function Bulk({ ids }: { ids: readonly string[] }) {
  return (
    <div className={styles.bulk}>
      <button
        type="button"
        className={classes(button.ghost, button.small, styles.clean)}
        onClick={() => void remove(ids)}
      >
        {camscanWords.desk.clean}
      </button>
      <button
        type="button"
        className={classes(button.secondary, button.small)}
        onClick={() => void downloadAll()}
      >
        {camscanWords.desk.downloadAll}
      </button>
      <button
        type="button"
        className={classes(button.primary, button.small, layout.wideOnly)}
        onClick={() => openDossier(null)}
      >
        {deskWords.join}
      </button>
    </div>
  )
}

function FilterLabel({ jobs, name, view }: { jobs: readonly Job[]; name: Filter; view: View | null }) {
  const shown = view === 'sheet' ? tilesThrough(jobs, name) : cardsOf(jobs, name)
  return (
    <>
      {camscanWords.filters[name]} <span className={prose.mono}>{shown.length}</span>
    </>
  )
}

/** Switches between sheet and list. */
function ViewButton({ view }: { view: View }) {
  const other = view === 'sheet' ? 'list' : 'sheet'
  return (
    <button
      type="button"
      className={classes(button.ghost, button.small, styles.view)}
      aria-label={other === 'list' ? deskWords.asList : deskWords.asSheet}
      onClick={() => chooseView(other)}
    >
      <ViewGlyph view={other} /> <span>{deskWords[other]}</span>
    </button>
  )
}

/** « 7/12 · environ 20 s » while a batch is running. */
function BatchProgress({ jobs }: { jobs: readonly Job[] }) {
  const pace = useSettings((settings) => settings.concurrency)
  const { done, total, leftMs } = batchProgress(jobs, pace)
  if (total < 2 || done === total) return null
  return (
    <span className={classes(styles.progress, prose.mono)}>
      <span>
        {camscanWords.filters.progress(done, total)}
        {leftMs !== null && ` · ${camscanWords.filters.about(formatDuration(leftMs))}`}
      </span>
      <progress
        className={classes(progress.progress, styles.bar)}
        max={total}
        value={done}
        aria-label={camscanWords.filters.progress(done, total)}
      />
    </span>
  )
}
