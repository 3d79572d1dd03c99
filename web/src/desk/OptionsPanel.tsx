import { outputFormats } from '@equerre/contract/formats'
import { useContext } from 'react'
import { PageFactsContext } from '../api/page-facts.ts'
import { choose } from '../jobs/desk.ts'
import { allowedDpi, choices, offeredDpi } from '../jobs/intake/options.ts'
import type { Options, Settings } from '../jobs/intake/options.ts'
import { useSettings } from '../jobs/intake/settings.ts'
import { camscanWords } from '#words/camscan'
import { ChoiceChips } from '../ui/ChoiceChips.tsx'
import { AllPages } from './AllPages.tsx'
import { Icon } from '../ui/drawings/Icon.tsx'
import { classes } from '../ui/classes.ts'
import * as field from '../ui/sheets/field.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './OptionsPanel.module.css'

const words = camscanWords.options

/** Options for the pages still to be straightened; when closed, a summary of them. `slim`: files are on the desk already. */
export function OptionsPanel({ slim }: { slim: boolean }) {
  const { options, concurrency } = useSettings()
  const limits = useContext(PageFactsContext)?.limits ?? {}
  const set = (changed: Partial<Options>) => choose({ options: { ...options, ...changed }, concurrency })
  return (
    <details className={classes(styles.options, slim && styles.slim)}>
      <summary>
        <Icon name="chevron" small /> {words.title}{' '}
        <span className={prose.faint}>{summary({ options, concurrency })}</span>
      </summary>
      <div className={styles.body}>
        <ChoiceChips
          legend={words.dpi}
          choices={offeredDpi(limits).map((dpi) => [dpi, words.dpiOf(dpi)])}
          chosen={allowedDpi(options.dpi, limits)}
          onChoose={(dpi) => set({ dpi })}
        />
        <ChoiceChips
          legend={words.format}
          choices={choices.format.map((format) => [format, outputFormats[format].label])}
          chosen={options.format}
          onChoose={(format) => set({ format })}
        />
        <ChoiceChips
          legend={words.filter}
          choices={choices.filter.map((filter) => [filter, words.filters[filter]])}
          chosen={options.filter}
          onChoose={(filter) => set({ filter })}
        />
        <PaperChoice paper={options.paper} onChoose={(paper) => set({ paper })} />
        <Check
          legend={words.light}
          label={words.relighting}
          checked={options.relighting}
          onChange={(relighting) => set({ relighting })}
        />
        <Check
          legend={words.shape}
          label={words.flatten}
          checked={options.flatten !== 'off'}
          onChange={(flat) => set({ flatten: flat ? undefined : 'off' })}
        />
        <ChoiceChips
          legend={words.pace}
          choices={choices.concurrency.map((count) => [count, words.paces[count]])}
          chosen={concurrency}
          onChoose={(count) => choose({ options, concurrency: count })}
        />
        <p className={styles.hint}>{words.note}</p>
        <AllPages />
      </div>
    </details>
  )
}

type CheckProps = {
  readonly legend: string
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Check({ legend, label, checked, onChange }: CheckProps) {
  return (
    <fieldset className={field.field}>
      <legend>{legend}</legend>
      <label className={field.check}>
        <input
          type="checkbox"
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {label}
      </label>
    </fieldset>
  )
}

type PaperProps = { paper: Options['paper']; onChoose: (paper: Options['paper']) => void }

function PaperChoice({ paper, onChoose }: PaperProps) {
  return (
    <label className={field.field}>
      <span>{words.paper}</span>
      <select value={paper} onChange={({ currentTarget }) => onChoose(currentTarget.value as typeof paper)}>
        {choices.paper.map((name) => (
          <option key={name} value={name}>
            {words.papers[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** « 300 dpi, éclairage inchangé », plus every other option that differs from its default. */
function summary({ options, concurrency }: Settings): string {
  return [
    words.dpiOf(options.dpi),
    options.relighting ? words.lightFixed : words.lightKept,
    ...(options.format === 'png' ? [] : [outputFormats[options.format].label]),
    ...(options.filter === 'color' ? [] : [words.filters[options.filter].toLowerCase()]),
    ...(options.flatten === 'off' ? [words.shapeKept] : []),
    ...(options.paper === 'auto' ? [] : [words.papers[options.paper]]),
    ...(concurrency === 1 ? [] : [words.fast]),
  ].join(', ')
}
