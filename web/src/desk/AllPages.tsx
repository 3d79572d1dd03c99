import { LookChoice } from '../cards/Renderings.tsx'
import { modeOf, shownLook } from '../jobs/look/look.ts'
import type { Mode } from '../jobs/look/look.ts'
import { renderAll } from '../jobs/look/render.ts'
import type { Job } from '../jobs/job.ts'
import { useDesk } from '../jobs/store.ts'
import { renderingWords } from '#words/rendering'
import { Icon } from '../ui/drawings/Icon.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as styles from './AllPages.module.css'

/** Changes how all finished pages look; nothing if there is only one. */
export function AllPages() {
  const mode = useDesk(({ jobs }) => commonMode(jobs))
  if (mode === undefined) return null
  return (
    <div className={styles.all}>
      <LookChoice
        bare={false}
        legend={renderingWords.modesOfAll}
        mode={mode}
        onChoose={(chosen) => void renderAll(chosen)}
      />
      <button
        type="button"
        className={classes(button.ghost, button.small)}
        aria-label={renderingWords.turnAll}
        onClick={() => void renderAll('turn')}
      >
        <Icon name="turn" small /> {renderingWords.turn}
      </button>
    </div>
  )
}

/** The mode of all finished pages, null if they differ; undefined for fewer than two. */
function commonMode(jobs: readonly Job[]): Mode | null | undefined {
  const looks = jobs.map(shownLook).filter((look) => look !== null)
  if (looks.length < 2) return undefined
  const modes = new Set(looks.map(modeOf))
  return modes.size === 1 ? [...modes][0] : null
}
