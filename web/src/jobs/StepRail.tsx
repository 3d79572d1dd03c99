import { formatSeconds } from '../format.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { Glyph } from '../ui/Glyph.tsx'
import type { Job } from './job.ts'
import { percent, railOf } from './status.ts'
import type { RailStep } from './status.ts'

/** Envoi, Détection, Redressement: how far the card is. */
export function StepRail({ job }: { job: Job }) {
  return (
    <ol className="rail" aria-label={frCamscan.job.rail}>
      {railOf(job).map((step) => (
        <li key={step.label} className={`step ${step.tone}`}>
          <Bar step={step} />
          <span className="lab">
            <Glyph tone={step.tone} />
            {step.label}
            <span className="vh">{frCamscan.job.tones[step.tone]}</span>
            <em>{measure(step, job)}</em>
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A line filled to the real progress; where nobody knows it, the line is dashed. */
function Bar({ step: { tone, ratio } }: { step: RailStep }) {
  if (tone === 'todo') return <span className="bar" />
  if (tone === 'run' && ratio === null) return <span className="bar open" />
  return (
    <span className="bar">
      <i style={{ width: `${100 * (ratio ?? 1)}%` }} />
    </span>
  )
}

function measure({ ratio, tookMs }: RailStep, job: Job): string {
  if (ratio !== null) return frCamscan.preview.scale(percent(job))
  return tookMs === undefined ? '' : formatSeconds(tookMs)
}
