import { useInfiniteQuery } from '@tanstack/react-query'
import { historyQuery } from '../../api/account.ts'
import type { HistoryLine } from '../../api/account.ts'
import { formatInteger, formatMoment, formatSigned } from '#words/format'
import { accountWords } from '#words/account'
import { describeMovement } from './movement.ts'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './Movements.module.css'
import * as table from '../../ui/sheets/table.module.css'

const { history: words } = accountWords

/** The wallet's movements, newest first. */
export function Movements() {
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(historyQuery)
  const lines = data?.pages.flatMap((page) => page.lines)
  return (
    <section>
      <h2>{words.title}</h2>
      {lines?.length ? (
        <MovementTable lines={lines} />
      ) : (
        <p className={prose.faint}>{isError ? words.failed : lines ? words.none : accountWords.loading}</p>
      )}
      {hasNextPage && (
        <button
          type="button"
          className={classes(button.secondary, button.small, styles.more)}
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {words.more}
        </button>
      )}
    </section>
  )
}

function MovementTable({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <table className={classes(table.table, styles.movements)}>
      <thead>
        <tr>
          {[words.date, words.operation, words.credits, words.balance].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Movement key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function Movement({ line }: { line: HistoryLine }) {
  return (
    <tr>
      <td className={classes(prose.mono, prose.faint, table.number)}>
        <time dateTime={line.at}>{formatMoment(line.at)}</time>
      </td>
      <td>{describeMovement(line)}</td>
      <td className={classes(prose.mono, table.number)}>{formatSigned(line.credits)}</td>
      <td className={classes(prose.mono, table.number)}>{formatInteger(line.balance)}</td>
    </tr>
  )
}
