import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Job } from '../jobs/job.ts'
import * as styles from './ApiPanel.module.css'

type Fields = readonly (readonly [name: string, value: string | number | null])[]

/** The raw answers of the three calls, each with its status as a badge. */
export function ApiPanel({ job, id }: { job: Job; id: string }) {
  return (
    <div className={styles.panel} id={id}>
      <div className={styles.columns}>
        <Column title="ingest" status={job.ingest?.status} fields={ingestFields(job)} />
        <Column title="detect" status={job.detect?.status} fields={detectFields(job)} />
        <Column title="rectify" status={job.rectify?.status} fields={rectifyFields(job)} />
      </div>
    </div>
  )
}

function Column({ title, status, fields }: { title: string; status: string | undefined; fields: Fields }) {
  return (
    <div className={styles.column}>
      <h4>
        <span lang="en">{title}</span> <StatusBadge status={status} />
      </h4>
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={String(value)}>{String(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function ingestFields({ ingest }: Job): Fields {
  if (ingest === null) return []
  const { ingestion_id, status, mime, width, height } = ingest
  return Object.entries({ ingestion_id, status, mime, width, height })
}

function detectFields({ detect }: Job): Fields {
  if (detect === null) return []
  const { status, confidence, mime, reasons, artifacts } = detect
  const { viz_path, mask_path, thumb_path } = artifacts
  return Object.entries({
    status,
    confidence,
    mime,
    reasons: JSON.stringify(reasons),
    viz_path,
    mask_path,
    thumb_path,
  })
}

function rectifyFields({ rectify }: Job): Fields {
  if (rectify === null) return []
  const { status, confidence, dpi, artifacts } = rectify
  const { warped_path, screen_path, thumb_path, viz_path, mask_path } = artifacts
  const paths = { warped_path, screen_path, thumb_path, viz_path, mask_path }
  return Object.entries({ status, confidence, dpi, ...paths })
}
