import { showAlert } from '../ui/notices/notices.ts'
import { camscanWords } from '#words/camscan'
import { shellWords } from '#words/shell'
import { CornersFigure, LeaningFigure, SquareFigure } from '../ui/drawings/figures.tsx'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './EmptyDesk.module.css'

type EmptyProps = {
  /** The samples cannot be fetched. */
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

const samples = ['facture', 'ticket', 'courrier'] as const

/** The desk before any file: what will happen, and sample documents to try. */
export function EmptyDesk({ disabled, onFiles }: EmptyProps) {
  const addSample = async (name: string) => {
    const response = await fetch(`/img/${name}.webp`).catch(() => null)
    if (!response?.ok) return showAlert(shellWords.unreachable)
    onFiles([new File([await response.blob()], `${name}.webp`, { type: 'image/webp' })])
  }
  return (
    <section className={styles.empty}>
      <div className={styles.row}>
        <p className={styles.title}>{camscanWords.desk.empty}</p>
        <div className={styles.samples}>
          <p className={prose.muted}>{camscanWords.desk.samples}</p>
          {samples.map((name) => (
            <button key={name} type="button" disabled={disabled} onClick={() => void addSample(name)}>
              <img src={`/img/${name}-vignette.webp`} alt="" width="96" height="64" loading="lazy" />
              <span>{camscanWords.desk.sampleNames[name]}</span>
            </button>
          ))}
        </div>
      </div>
      <ol className={styles.steps}>
        <li>
          <LeaningFigure />
          <b>{camscanWords.job.sending}</b>
          <p>{camscanWords.desk.sendingText}</p>
        </li>
        <li>
          <CornersFigure />
          <b>{camscanWords.job.detection}</b>
          <p>{camscanWords.desk.detectionText}</p>
        </li>
        <li>
          <SquareFigure />
          <b>{camscanWords.job.squaring}</b>
          <p>{camscanWords.desk.squaringText}</p>
        </li>
      </ol>
    </section>
  )
}
