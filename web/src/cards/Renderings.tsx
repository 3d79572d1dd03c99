import { useState } from 'react'
import { textWords } from '#words/text'
import { PreviewDialog } from './pictures/PreviewDialog.tsx'
import { Icon } from '../ui/drawings/Icon.tsx'
import { ChoiceChips } from '../ui/ChoiceChips.tsx'
import { hasBend, modeNames, modeOf, shownLook } from '../jobs/look/look.ts'
import type { Mode } from '../jobs/look/look.ts'
import { nextCost, renderPage, turnPage } from '../jobs/look/render.ts'
import type { Job } from '../jobs/job.ts'
import { renderingWords } from '#words/rendering'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as styles from './Renderings.module.css'

/** Changes how the finished page looks. */
export function Renderings({ job, name }: { job: Job; name: string }) {
  const look = shownLook(job)
  if (look === null) return null
  const paid = nextCost(job) > 0
  const priced = (label: string) => (paid ? renderingWords.priceOf(label) : label)
  return (
    <div className={styles.renderings} data-renderings>
      <LookChoice
        legend={priced(renderingWords.modesOf(name))}
        mode={modeOf(look)}
        onChoose={(mode) => void renderPage(job.id, mode)}
      />
      <button
        type="button"
        className={classes(button.ghost, button.small)}
        aria-label={priced(renderingWords.turnOf(name))}
        onClick={() => void turnPage(job.id)}
      >
        <Icon name="turn" small /> {renderingWords.turn}
      </button>
      {hasBend(job) && (
        <button
          type="button"
          className={classes(button.ghost, button.small)}
          aria-label={priced(renderingWords.flatOf[look.flatten](name))}
          onClick={() => void renderPage(job.id, 'flat')}
        >
          <Icon name="flat" small /> {renderingWords.flat[look.flatten]}
        </button>
      )}
      <TextButton job={job} name={name} />
      {paid && (
        <span className={credit.cost}>
          <i className={credit.square} />
          {renderingWords.price}
        </span>
      )}
    </div>
  )
}

function TextButton({ job, name }: { job: Job; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes(button.ghost, button.small)}
        aria-label={textWords.of(name)}
        onClick={() => setOpen(true)}
      >
        <Icon name="text" small /> {textWords.title}
      </button>
      {open && <PreviewDialog id={job.id} kinds={['result']} withText onClose={() => setOpen(false)} />}
    </>
  )
}

type ChoiceProps = {
  readonly legend: string
  /** Null if it is none of them, or if pages differ. */
  readonly mode: Mode | null
  readonly onChoose: (mode: Mode) => void
  readonly bare?: boolean
}

/** Photo, Scan, N&B. */
export function LookChoice({ legend, mode, onChoose, bare = true }: ChoiceProps) {
  return (
    <ChoiceChips
      bare={bare}
      legend={legend}
      choices={modeNames.map((name) => [name, renderingWords.modes[name]] as const)}
      chosen={mode}
      onChoose={onChoose}
    />
  )
}
