import { formatDegrees } from '#words/format'
import { classes } from '../classes.ts'
import * as prose from '../sheets/prose.module.css'
import * as styles from './figures.module.css'

/** The product's line drawings: a tilted sheet, its four corners, the squared sheet. */

const lines = 'M46 28h24M46 38h32M46 46h32M46 54h20'

export function LeaningFigure() {
  return (
    <svg className={styles.figure} viewBox="0 0 124 92" width="124" height="92" aria-hidden="true">
      <path className={styles.frame} d="M4 4h116v84H4z" />
      <path className={styles.sheet} d="M34 14 96 22 86 80 18 70Z" />
      <path className={styles.lines} d="M43 31l24 3M40 41l38 5M38 49l38 5M36 57l24 3" />
    </svg>
  )
}

export function CornersFigure() {
  return (
    <svg className={styles.figure} viewBox="0 0 124 92" width="124" height="92" aria-hidden="true">
      <path className={styles.frame} d="M4 4h116v84H4z" strokeDasharray="2 3" />
      <path className={styles.sheet} stroke="none" d="M34 14 96 22 86 80 18 70Z" />
      <path className={styles.accent} d="M34 14 96 22 86 80 18 70Z" />
      <path className={styles.handle} d="M30 10h8v8h-8zM92 18h8v8h-8zM82 76h8v8h-8zM14 66h8v8h-8z" />
    </svg>
  )
}

export function SquareFigure({ small = false }: { small?: boolean }) {
  const [width, height] = small ? [44, 33] : [124, 92]
  return (
    <svg className={styles.figure} viewBox="0 0 124 92" width={width} height={height} aria-hidden="true">
      <path className={styles.construction} d="M36 -4V94M88 -4V94M26 8H98M26 82H98" />
      <path className={styles.sheet} d="M36 8h52v74H36Z" />
      <path className={styles.lines} d={lines} />
      <path className={styles.accent} d="M36 72h10v10" />
    </svg>
  )
}

/** The drop zone's tilted sheet with its angle. */
export function DropFigure() {
  return (
    <svg className={styles.figure} viewBox="0 0 320 250" width="320" height="250" aria-hidden="true">
      <path className={styles.construction} d="M118 -4V252M264 18V252M102 24H290M80 230H300" />
      <path className={classes(styles.sheet, styles.far)} d="M118 24h146v206H118z" />
      <path className={styles.lines} d="M140 60h46M140 92h102M140 108h102M140 124h72" />
      <g transform="rotate(-11 118 230)">
        <path className={styles.sheet} d="M118 24h146v206H118z" />
        <path className={styles.accent} d="M118 24h146v206H118z" />
        <path
          className={classes(styles.accent, styles.fine)}
          d="M140 60h46M140 92h102M140 108h102M140 124h72"
        />
      </g>
      <path className={classes(styles.accent, styles.fine)} d="M306 230A188 188 0 0 0 302.5 194.1" />
      <text className={prose.mono} x="314" y="216" fill="var(--accent)">
        {formatDegrees(11)}
      </text>
    </svg>
  )
}

/** Graduations of the set square: every 5 units, longer every 25 and 50. */
const ticks = Array.from({ length: 37 }, (_, index) => {
  const at = (index + 1) * 5
  const length = at % 50 === 0 ? 13 : at % 25 === 0 ? 9 : 5
  return `M${at} 0v-${length}M0 -${at}h${length}`
}).join('')

/** The set square (équerre) that gave the product its name; its right angle is at the origin. */
export function SetSquare({ frame, scale }: { frame: string; scale: string }) {
  return (
    <>
      <path className={frame} d="M0 0H214L0 -214Z M40 -40V-117.2L117.2 -40Z" />
      <path className={scale} d={ticks} />
    </>
  )
}
