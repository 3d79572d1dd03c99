import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { limitTable, type LimitName } from '@equerre/contract/limits'
import { pagePaths } from '@equerre/contract/pages'
import { problemStatus, type ProblemCode } from '@equerre/contract/problems'
import { limitWords, problemWords } from '#words/contract'
import { formatInteger } from '#words/format'
import { referenceWords as words } from '#words/reference'
import { LanguageLink } from '../ui/LanguageLink.tsx'
import { Logo } from '../ui/drawings/Logo.tsx'
import { applyTypography } from '#words/typography'
import { basics, Contents, contentsId } from './Contents.tsx'
import { operationsOf, type OpenApi } from './document.ts'
import { OperationSection } from './OperationSection.tsx'
import { Table } from './Table.tsx'
import { Verifying } from './Verifying.tsx'
import * as button from '../ui/sheets/button.module.css'
import * as bar from '../ui/sheets/bar.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as logo from '../ui/drawings/Logo.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './Reference.module.css'

/**
 * The whole reference as one static page: all its content is known at build time. public/reference.js adds the
 * search.
 */
export function Reference({ document }: { document: OpenApi }) {
  const chapters = document.tags.map(({ name }) => ({ name, operations: operationsOf(document, name) }))
  return (
    <>
      <a className={layout.skip} href="#contenu">
        {words.skip}
      </a>
      <header className={bar.bar}>
        <div className={classes(layout.column, bar.row, styles.wide)}>
          <a className={logo.link} href={addressIn(language, pagePaths.home)} aria-label={words.home}>
            <Logo />
          </a>
          <nav aria-label={words.title} className={styles.links}>
            <a href={addressIn(language, pagePaths.api)}>{words.examples}</a>
            <LanguageLink path="/docs/" />
            <a href="/api/openapi.json">{words.document}</a>
          </nav>
          <button
            type="button"
            className={classes(button.secondary, button.small, styles.open)}
            popoverTarget={contentsId}
          >
            {words.contents}
          </button>
        </div>
      </header>
      <main id="contenu" tabIndex={-1} className={classes(layout.column, styles.page, styles.wide)}>
        <Contents chapters={chapters} />
        <div className={styles.content}>
          <h1>{words.title}</h1>
          <p className={prose.lead}>{words.lead}</p>
          <Elsewhere />
          <div data-chapter>
            <h2>{words.basics}</h2>
            {basics.map(([id, title, text]) => (
              <section key={id} id={id}>
                <h3>{title}</h3>
                <p>{text}</p>
              </section>
            ))}
            <Verifying />
          </div>
          {chapters.map(({ name, operations }) => (
            <div key={name} data-chapter>
              <h2>{name}</h2>
              {operations.map((operation) => (
                <OperationSection key={operation.operationId} operation={operation} />
              ))}
            </div>
          ))}
          <Problems />
          <Limits />
        </div>
      </main>
    </>
  )
}

/** The same for programs, and what changed. */
function Elsewhere() {
  return (
    <>
      <p>
        {words.forPrograms} <a href="reference.md">Markdown</a>, <a href="postman.json">Postman</a>,{' '}
        <a href="../llms.txt">llms.txt</a>
      </p>
      <p>
        {words.changelogText} <a href="changelog/">{words.changelog}</a>
      </p>
    </>
  )
}

const statuses = Object.entries(problemStatus) as [ProblemCode, number][]

function Problems() {
  return (
    <section id="refus">
      <h2>{words.errors}</h2>
      <p>{words.errorsText}</p>
      <Table head={[words.status, words.code, words.sentence]} label={words.errors}>
        {statuses.map(([code, status]) => (
          <tr key={code} id={code}>
            <td className={prose.mono}>{status}</td>
            <td className={prose.mono}>{code}</td>
            <td>{applyTypography(problemWords.sentences[code])}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

function Limits() {
  return (
    <section id="limites">
      <h2>{words.limits}</h2>
      <p>
        {words.limitsText} <a href="/api/v1/limits">/api/v1/limits</a>.
      </p>
      <Table head={[words.limit, words.value]} label={words.limits}>
        {(Object.keys(limitTable) as LimitName[]).map((name) => (
          <tr key={name}>
            <td>{applyTypography(limitWords.labels[name])}</td>
            <td className={prose.mono}>
              {formatInteger(limitTable[name].value)} {limitWords.units[limitTable[name].unit]}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
