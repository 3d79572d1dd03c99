import { deskWords } from '#words/desk'
import { dossierWords } from '#words/dossier'
import { downloadEachPdf, downloadText, openDossier } from '../../jobs/desk.ts'
import { downloadable } from '../../jobs/results/download.ts'
import { isFolder, pagesOf } from '../../jobs/job.ts'
import type { Job } from '../../jobs/job.ts'
import { Icon } from '../../ui/drawings/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import * as styles from './ExportMenu.module.css'

/** Menu of the less common exports. */
export function ExportMenu({ jobs }: { jobs: readonly Job[] }) {
  const folders = jobs.filter((job) => isFolder(job) && downloadable(pagesOf(jobs, job)).length > 0)
  return (
    <Menu
      className={styles.exports}
      label={
        <>
          {deskWords.exports} <Icon name="chevron" small />
        </>
      }
      items={[
        { text: dossierWords.withOptions, act: () => openDossier(null, false) },
        { text: dossierWords.texts, act: () => downloadText(null) },
        { text: deskWords.eachPdf, act: downloadEachPdf },
        ...folders.map((folder) => ({
          text: deskWords.joinOf(folder.name),
          act: () => openDossier(folder),
        })),
      ]}
    />
  )
}
