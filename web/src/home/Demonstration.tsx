import type { Quad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import { useEffect, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { quadAngles } from '../corners/quad/angles.ts'
import { formatDegrees } from '#words/format'
import { shellWords } from '#words/shell'
import { Icon } from '../ui/drawings/Icon.tsx'
import { SetSquare } from '../ui/drawings/figures.tsx'
import { useHydrated } from '../ui/browser/use-hydrated.ts'
import { useBox } from '../ui/browser/use-box.ts'
import { quadTransform } from '../ui/square-up.ts'
import { goal, loopPosition, quadAt, sheetSize } from './demonstration.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './Demonstration.module.css'

/** The demonstration: `t`, from 0 (photo) to 1 (square), draws sheet, outline, angles, measures and set square. */
export function Demonstration() {
  const { t, hydrated, playing, setPlaying, moveTo } = useLoop()
  const quad = quadAt(t)
  const angles = quadAngles(quad)
  const error = Math.max(...angles.map((angle) => Math.abs(angle - 90)))
  // The set square and the measures appear in the last fifth.
  const style = { '--t': t, '--c': Math.max(0, t * 5 - 4), '--p': `${t * 100}%` } as CSSProperties
  return (
    <div className={styles.demonstration} style={hydrated ? style : undefined}>
      <Stage {...{ t, hydrated, quad, angles }} />
      <div className={styles.controls}>
        <button
          type="button"
          className={classes(button.ghost, button.square)}
          aria-label={playing ? shellWords.demo.pause : shellWords.demo.play}
          onClick={() => setPlaying(!playing)}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <label className={prose.unseen} htmlFor="demo-range">
          {shellWords.demo.range}
        </label>
        <span>{shellWords.demo.photo}</span>
        <input
          id="demo-range"
          type="range"
          min="0"
          max="100"
          value={Math.round(t * 100)}
          aria-valuetext={shellWords.demo.offBy(formatDegrees(error))}
          onChange={(event) => moveTo(Number(event.currentTarget.value) / 100)}
        />
        <span>{shellWords.demo.square}</span>
        <Verdict error={error} />
      </div>
    </div>
  )
}

function Verdict({ error }: { error: number }) {
  return (
    <span className={styles.verdict}>
      {error < 0.05 ? (
        <b>{shellWords.demo.done}</b>
      ) : (
        <>
          <span className={styles.long}>{shellWords.demo.off}</span>
          <b>{formatDegrees(error)}</b>
        </>
      )}
    </span>
  )
}

/** Position of the demonstration: plays by itself unless reduced motion is preferred, and stops when dragged. */
function useLoop() {
  const [t, setT] = useState(0)
  const [chosen, setPlaying] = useState<boolean | null>(null)
  const hydrated = useHydrated()
  const playing = chosen ?? (hydrated && !matchMedia('(prefers-reduced-motion: reduce)').matches)
  useEffect(() => {
    if (!playing) return
    const startMs = performance.now()
    let frame = requestAnimationFrame(function draw(nowMs) {
      setT(loopPosition((nowMs - startMs) / 1000))
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing])
  const moveTo = (position: number) => {
    setPlaying(false)
    setT(position)
  }
  return { t, hydrated, playing, setPlaying, moveTo }
}

type StageProps = { t: number; hydrated: boolean; quad: Quad; angles: readonly number[] }

function Stage({ t, hydrated, quad, angles }: StageProps) {
  const ref = useRef<HTMLDivElement>(null)
  const scale = fit(useBox(ref))
  const transform = quadTransform(sheetSize, quad)
  const outline = `M${quad.join('L')}Z`
  return (
    <div className={styles.stage} ref={ref}>
      <img
        className={styles.desk}
        src="/img/bureau.webp"
        alt=""
        width="1680"
        height="1360"
        draggable={false}
        fetchPriority="high"
      />
      {hydrated && (
        <div className={styles.plan} style={{ '--k': scale } as CSSProperties}>
          <div
            className={styles.shade}
            style={{ transform: `translate(${14 * (1 - t)}px, ${20 - 14 * t}px) ${transform}` }}
          />
          <img
            className={styles.sheet}
            src="/img/feuille.webp"
            alt={shellWords.home.sheet}
            {...sheetSize}
            draggable={false}
            style={{ transform }}
          />
          <div className={styles.light} style={{ transform }} />
          <svg className={styles.drawing} viewBox="0 0 840 636" aria-hidden="true">
            <Measures quad={quad} />
            <path className={styles.casing} d={outline} />
            <path className={styles.outline} d={outline} />
            <g
              className={styles.arriving}
              transform={`translate(${246 - 90 * (1 - t)} ${576 + 60 * (1 - t)})`}
            >
              <SetSquare frame={styles.setSquare} scale={styles.ticks} />
            </g>
            <Tags quad={quad} angles={angles} size={Math.min(1.75, Math.max(1, 0.92 / scale))} />
          </svg>
        </div>
      )}
    </div>
  )
}

/** The corners' targets, and the size of the squared sheet. */
function Measures({ quad }: { quad: Quad }) {
  return (
    <>
      <path
        className={styles.goal}
        d="M230 56H268M246 40V78M630 56H592M614 40V78M630 576H592M614 592V554M230 576H268M246 592V554"
      />
      <path
        className={styles.way}
        d={quad.map((corner, index) => `M${corner.join()}L${goal[index]?.join()}`).join('')}
      />
      <g className={styles.measures}>
        <path
          className={styles.measure}
          d="M246 590v18M614 590v18M240 602H620M628 56h18M628 576h18M640 50V582M242 606l8-8M610 606l8-8M636 60l8-8M636 580l8-8"
        />
        <text x="430" y="622" textAnchor="middle">
          210 mm
        </text>
        <text transform="translate(660 316) rotate(-90)" textAnchor="middle">
          297 mm
        </text>
      </g>
    </>
  )
}

/** A handle and the angle at each corner; the labels stay readable when the plan is small. */
function Tags({ quad, angles, size }: { quad: Quad; angles: readonly number[]; size: number }) {
  const handle = 12 * Math.min(size, 1.35)
  return quad.map(([x, y], index) => {
    const left = index === 0 || index === 3
    const above = index < 2
    const dx = left ? -14 - 60 * size : 14
    const dy = above ? -11 - 23 * size : 12
    return (
      <g key={index}>
        <rect
          className={styles.handle}
          x={x - handle / 2}
          y={y - handle / 2}
          width={handle}
          height={handle}
        />
        <g className={styles.tag} transform={`translate(${x + dx} ${y + dy}) scale(${size})`}>
          <rect width="60" height="23" />
          <text x="30" y="16" textAnchor="middle">
            {formatDegrees(angles[index] ?? 90)}
          </text>
        </g>
      </g>
    )
  })
}

/** The scale at which the plan of 840 × 636 fits its stage; 0 until the stage is measured. */
function fit({ width, height }: Size): number {
  return Math.min(1.12, width / (width < 500 ? 760 : 680), height / 690)
}
