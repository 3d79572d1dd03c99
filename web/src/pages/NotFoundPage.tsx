import { pagePaths } from '@equerre/contract/pages'
import { Link } from 'react-router'
import { shellWords } from '#words/shell'
import { PageTitle } from '../shell/PageTitle.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as figure from '../ui/drawings/figures.module.css'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './NotFoundPage.module.css'

export default function NotFoundPage() {
  return (
    <div className={classes(layout.column, styles.page)}>
      <meta name="robots" content="noindex" />
      <div>
        <p className={classes(prose.mono, prose.faint)}>404</p>
        <PageTitle title={shellWords.notFound.documentTitle}>{shellWords.notFound.text}</PageTitle>
        <Link className={classes(button.primary, button.large)} to={pagePaths.home}>
          {shellWords.backHome}
        </Link>
      </div>
      <svg viewBox="0 0 420 340" role="img" aria-label={shellWords.notFound.figure}>
        <path className={figure.accent} d="M70 46 392 20 350 318 28 266Z" strokeDasharray="3 6" />
        <path
          className={figure.handle}
          d="M63 39h14v14h-14zM385 13h14v14h-14zM343 311h14v14h-14zM21 259h14v14h-14z"
        />
        <text x="212" y="162" textAnchor="middle">
          {shellWords.notFound.noEdge}
        </text>
        <text x="212" y="184" textAnchor="middle">
          {shellWords.notFound.confidence}
        </text>
      </svg>
    </div>
  )
}
