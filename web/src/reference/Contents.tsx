import { Fragment } from 'react'
import { referenceWords as words } from '#words/reference'
import type { Operation } from './document.ts'
import { classes } from '../ui/classes.ts'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './Contents.module.css'

export const contentsId = 'sommaire'

/** What holds for every call: id, title and text. */
export const basics = [
  ['cle', words.key, words.keyText],
  ['attente', words.waiting, words.waitingText],
  ['idempotence', words.once, words.onceText],
  ['credits', words.money, words.moneyText],
  ['coordonnees', words.space, words.spaceText],
  ['fichiers-par-adresse', words.fetched, words.fetchedText],
  ['adresses-signees', words.signed, words.signedText],
  ['evolution', words.changes, words.changesText],
  ['exemples', words.samples, words.samplesText],
] as const

type Chapter = { readonly name: string; readonly operations: readonly Operation[] }

/** Beside the text where there is room; elsewhere a panel that the button in the bar opens. */
export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav id={contentsId} popover="auto" aria-label={words.contents} className={styles.contents}>
      <Search />
      <b>{words.basics}</b>
      <ul>
        {basics.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
        <li>
          <a href="#webhooks">{words.webhooks}</a>
        </li>
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

/** Hidden until its script has loaded: without it the page shows everything. */
function Search() {
  return (
    <div className={styles.search} hidden data-search>
      <label>
        <span>{words.search}</span>
        <input type="search" autoComplete="off" spellCheck={false} placeholder={words.searchHint} />
      </label>
      <p role="status" data-none={words.found.none} data-one={words.found.one} data-many={words.found.many} />
    </div>
  )
}

/** A path that may wrap before its slashes. */
function Breakable({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part) => (
    <Fragment key={part}>
      <wbr />
      {part}
    </Fragment>
  ))
}
