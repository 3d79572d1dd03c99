import { formatDayInUtc, formatInteger, formatMonthInUtc } from '#words/format'
import { keysWords } from '#words/keys'
import { totalOf } from './usage.ts'
import type { Bar } from './usage.ts'
import { classes } from '../../ui/classes.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './UsageChart.module.css'
import * as table from '../../ui/sheets/table.module.css'

const { usage: words } = keysWords

/** The drawing's own units; it is stretched to the size of its place. */
const [width, height] = [1000, 100]
/** The part of its share of the width that a bar takes. */
const barShare = 0.72
/** So that a single credit beside thousands is still seen. */
const barHeightMin = 1.5

type ChartProps = { readonly bars: readonly Bar[]; readonly monthly: boolean }

/** Bars over time. Their figures are below, for whoever does not see them or wants to know exactly. */
export function UsageChart({ bars, monthly }: ChartProps) {
  const nameOf = monthly ? formatMonthInUtc : formatDayInUtc
  const most = bars.reduce((best, bar) => (bar.credits > best.credits ? bar : best))
  return (
    <figure className={styles.chart}>
      <p className={classes(prose.mono, prose.faint)} aria-hidden="true">
        {formatInteger(most.credits)}
      </p>
      <svg
        role="img"
        aria-label={words.chart(totalOf(bars), most.credits, nameOf(most.from))}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map((bar, i) => (
          <rect key={bar.from} {...boxOf(bar, i, { count: bars.length, most: most.credits })}>
            <title>{words.bar(nameOf(bar.from), bar.credits)}</title>
          </rect>
        ))}
      </svg>
      <p className={classes(prose.mono, prose.faint)} aria-hidden="true">
        <span>{nameOf(bars[0]!.from)}</span>
        <span>{nameOf(bars.at(-1)!.from)}</span>
      </p>
      <details>
        <summary>{words.figures}</summary>
        <Figures bars={bars} heading={monthly ? words.month : words.day} nameOf={nameOf} />
      </details>
    </figure>
  )
}

function boxOf({ credits }: Bar, index: number, { count, most }: { count: number; most: number }) {
  const share = width / count
  const tall = credits === 0 ? 0 : Math.max(barHeightMin, (credits / most) * height)
  return { x: (index + (1 - barShare) / 2) * share, y: height - tall, width: share * barShare, height: tall }
}

type FiguresProps = {
  readonly bars: readonly Bar[]
  readonly heading: string
  readonly nameOf: (from: string) => string
}

function Figures({ bars, heading, nameOf }: FiguresProps) {
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{words.credits}</th>
        </tr>
      </thead>
      <tbody>
        {bars
          .filter(({ credits }) => credits > 0)
          .map(({ from, credits }) => (
            <tr key={from}>
              <td>
                <time dateTime={from}>{nameOf(from)}</time>
              </td>
              <td className={classes(prose.mono, table.number)}>{formatInteger(credits)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
