import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { limitTable, type LimitName } from '@equerre/contract/limits'
import { pagePaths } from '@equerre/contract/pages'
import { problemStatus, type ProblemCode } from '@equerre/contract/problems'
import { limitWords, problemWords } from '#words/contract'
import { Fragment } from 'react'
import { formatInteger } from '#words/format'
import { referenceWords as words } from '#words/reference'
import { LanguageLink } from '../ui/LanguageLink.tsx'
import { Logo } from '../ui/Logo.tsx'
import { applyTypography } from '#words/typography'
import type { OpenApi, Operation } from './document.ts'
import { OperationSection } from './OperationSection.tsx'
import { Table } from './Table.tsx'
import * as bar from '../ui/sheets/bar.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as logo from '../ui/Logo.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './Reference.module.css'

const basics = [
  ['cle', words.key, words.keyText],
  ['attente', words.waiting, words.waitingText],
  ['idempotence', words.once, words.onceText],
  ['credits', words.money, words.moneyText],
  ['coordonnees', words.space, words.spaceText],
  ['adresses-signees', words.signed, words.signedText],
] as const

/** The whole reference as one page without a script: what it shows is known when it is built. */
export function Reference({ document }: { document: OpenApi }) {
  const chapters = document.tags.map(({ name }) => ({ name, operations: operationsOf(document, name) }))
  return (
    <>
      <a className={layout.skip} href="#contenu">
        {words.skip}
      </a>
      <header className={bar.bar}>
        <div className={classes(layout.column, bar.row)}>
          <a className={logo.link} href={addressIn(language, pagePaths.home)} aria-label={words.home}>
            <Logo />
          </a>
          <nav aria-label={words.title} className={styles.links}>
            <a href={addressIn(language, pagePaths.api)}>{words.examples}</a>
            <LanguageLink path="/docs/" />
            <a href="/api/openapi.json">{words.document}</a>
          </nav>
        </div>
      </header>
      <main id="contenu" tabIndex={-1} className={classes(layout.column, styles.page)}>
        <Contents chapters={chapters} />
        <div>
          <h1>{words.title}</h1>
          <p className={prose.lead}>{words.lead}</p>
          <h2>{words.basics}</h2>
          {basics.map(([id, title, text]) => (
            <section key={id} id={id}>
              <h3>{title}</h3>
              <p>{text}</p>
            </section>
          ))}
          {chapters.map(({ name, operations }) => (
            <Fragment key={name}>
              <h2>{name}</h2>
              {operations.map((operation) => (
                <OperationSection key={operation.operationId} operation={operation} />
              ))}
            </Fragment>
          ))}
          <Problems />
          <Limits />
        </div>
      </main>
    </>
  )
}

type Chapter = { readonly name: string; readonly operations: readonly Operation[] }

function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav aria-label={words.contents} className={styles.contents}>
      <b>{words.basics}</b>
      <ul>
        {basics.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {chapters.map(({ name, operations }) => (
        <Fragment key={name}>
          <b>{name}</b>
          <ul>
            {operations.map(({ operationId, method, path }) => (
              <li key={operationId}>
                <a className={classes(prose.mono, styles.path)} href={`#${operationId}`}>
                  {method} <Breakable path={path.replace(/^\/api(\/v1)?/, '')} />
                </a>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      <ul>
        <li>
          <a href="#refus">{words.errors}</a>
        </li>
        <li>
          <a href="#limites">{words.limits}</a>
        </li>
      </ul>
    </nav>
  )
}

/** A path that is broken before a slash, where it is too long for its column. */
function Breakable({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part) => (
    <Fragment key={part}>
      <wbr />
      {part}
    </Fragment>
  ))
}

const statuses = Object.entries(problemStatus) as [ProblemCode, number][]

function Problems() {
  return (
    <section id="refus">
      <h2>{words.errors}</h2>
      <p>{words.errorsText}</p>
      <Table head={[words.status, words.code, words.sentence]} label={words.errors}>
        {statuses.map(([code, status]) => (
          <tr key={code}>
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

function operationsOf({ paths }: OpenApi, tag: string): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
}
