import { camscanWords } from '#words/camscan'
import { formatShare } from '#words/format'
import { folds } from './quad/spread.ts'
import { ChoiceChips } from '../ui/ChoiceChips.tsx'
import * as styles from './SidePanel.module.css'

const words = camscanWords.corners.spread

export type SpreadProps = {
  /** Where the fold is; null while the zone is one page. */
  readonly fold: number | null
  readonly onFold: (fold: number | null) => void
}

/** An open book: one zone, two pages. */
export function SpreadControl({ fold, onFold }: SpreadProps) {
  return (
    <div className={styles.section}>
      <ChoiceChips
        legend={words.title}
        choices={[
          ['page', words.page],
          ['pages', words.pages],
        ]}
        chosen={fold === null ? 'page' : 'pages'}
        onChoose={(cut) => onFold(cut === 'page' ? null : folds.middle)}
      />
      {fold !== null && (
        <label className={styles.fold}>
          <span>{words.fold}</span>
          <input
            type="range"
            min={folds.least}
            max={folds.most}
            step={folds.step}
            value={fold}
            aria-valuetext={words.at(formatShare(fold))}
            onChange={({ currentTarget }) => onFold(currentTarget.valueAsNumber)}
          />
        </label>
      )}
    </div>
  )
}
