import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyUsageQuery, namedKeysQuery } from '../../api/keys.ts'
import type { KeyDay, NamedKey } from '../../api/keys.ts'
import { accountWords } from '#words/account'
import { formatInteger } from '#words/format'
import { keysWords } from '#words/keys'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { saveBlob } from '../../ui/browser/save-blob.ts'
import { UsageChart } from './UsageChart.tsx'
import { barsOf, chosenUsage, csvOf, nameOf, periods, totalOf, totalsOf } from './usage.ts'
import type { Choice } from './usage.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as field from '../../ui/sheets/field.module.css'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './KeyUsage.module.css'
import * as table from '../../ui/sheets/table.module.css'

const { usage: words } = keysWords

/** Credits by key: a chart, the sums beside it, and everything for a spreadsheet. */
export function KeyUsage() {
  const { data: usage, isError } = useQuery(keyUsageQuery)
  const { data: keys = [] } = useQuery(namedKeysQuery)
  const [choice, setChoice] = useState<Choice>({ key: null, all: true, period: 30 })
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const chosen = chosenUsage(usage ?? [], choice, today)
  return (
    <section>
      <h2>{words.title}</h2>
      <div className={styles.choices}>
        <ChoiceChips
          legend={words.period}
          choices={periods.map((period) => [period, period === 365 ? words.year : words.days(period)])}
          chosen={choice.period}
          onChoose={(period) => setChoice({ ...choice, period })}
        />
        <KeyChoice usage={usage ?? []} keys={keys} choice={choice} onChoose={setChoice} />
      </div>
      {chosen.length > 0 ? (
        <>
          <div className={styles.figures}>
            <UsageChart bars={barsOf(chosen, choice.period, today)} monthly={choice.period === 365} />
            <Totals usage={chosen} keys={keys} />
          </div>
          <div className={styles.end}>
            <button
              type="button"
              className={classes(button.secondary, button.small)}
              onClick={() => saveCsv(chosen, keys)}
            >
              {words.csv}
            </button>
            <p className={prose.faint}>{words.utc}</p>
          </div>
        </>
      ) : (
        <p className={classes(prose.faint, styles.end)} role="status">
          {isError ? words.failed : usage ? words.none : accountWords.loading}
        </p>
      )}
    </section>
  )
}

type ChoiceProps = {
  readonly usage: readonly KeyDay[]
  readonly keys: readonly NamedKey[]
  readonly choice: Choice
  readonly onChoose: (choice: Choice) => void
}

/** All, or one of the keys that have spent anything; the account's own one is the empty value. */
function KeyChoice({ usage, keys, choice, onChoose }: ChoiceProps) {
  const choose = (value: string) =>
    onChoose({ ...choice, all: value === 'all', key: value === 'all' || value === '' ? null : value })
  return (
    <label className={field.field}>
      <span>{words.key}</span>
      <select value={choice.all ? 'all' : (choice.key ?? '')} onChange={({ target }) => choose(target.value)}>
        <option value="all">{words.allKeys}</option>
        {totalsOf(usage).map(({ key }) => (
          <option key={key} value={key ?? ''}>
            {nameOf(key, keys)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Totals({ usage, keys }: { usage: readonly KeyDay[]; keys: readonly NamedKey[] }) {
  return (
    <table className={classes(table.table, styles.totals)}>
      <thead>
        <tr>
          <th scope="col">{words.key}</th>
          <th scope="col">{words.credits}</th>
        </tr>
      </thead>
      <tbody>
        {totalsOf(usage).map(({ key, credits }) => (
          <tr key={key}>
            <td>{nameOf(key, keys)}</td>
            <td className={classes(prose.mono, table.number)}>{formatInteger(credits)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.total}</th>
          <td className={classes(prose.mono, table.number)}>{formatInteger(totalOf(usage))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function saveCsv(usage: readonly KeyDay[], keys: readonly NamedKey[]): void {
  saveBlob(new Blob([csvOf(usage, keys)], { type: 'text/csv;charset=utf-8' }), words.csvName)
}
