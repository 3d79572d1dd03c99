import { changelog, changelogPath, type ChangeId, type ChangeSort } from '@equerre/contract/changelog'
import { addressIn } from '@equerre/contract/language'
import { pagePaths } from '@equerre/contract/pages'
import { changelogWords as words } from '#words/changelog'
import { formatDayInUtc } from '#words/format'
import { language } from '#words/language'
import { referenceWords } from '#words/reference'
import { Logo } from '../ui/drawings/Logo.tsx'
import { LanguageLink } from '../ui/LanguageLink.tsx'
import { Prose } from './Prose.tsx'
import * as bar from '../ui/sheets/bar.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as logo from '../ui/drawings/Logo.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './Changelog.module.css'

/** What changed in the API and what one can rely on, as a static page of its own beside the reference. */
export function Changelog() {
  return (
    <>
      <a className={layout.skip} href="#contenu">
        {referenceWords.skip}
      </a>
      <header className={bar.bar}>
        <div className={classes(layout.column, bar.row)}>
          <a
            className={logo.link}
            href={addressIn(language, pagePaths.home)}
            aria-label={referenceWords.home}
          >
            <Logo />
          </a>
          <nav aria-label={words.title} className={styles.links}>
            <a href="../">{words.back}</a>
            <LanguageLink path={changelogPath} />
          </nav>
        </div>
      </header>
      <main id="contenu" tabIndex={-1} className={classes(layout.column, styles.page)}>
        <h1>{words.title}</h1>
        <p className={prose.lead}>{words.lead}</p>
        <p>
          {words.feed} {words.feedText} <a href="feed.json">feed.json</a>
        </p>
        <Policy />
        {changelog.map(({ version, date, changes }) => (
          <section key={version} id={`v${version}`} aria-labelledby={`titre-${version}`}>
            <h2 id={`titre-${version}`}>
              {version} <time dateTime={date}>{formatDayInUtc(date)}</time>
            </h2>
            {sorts.map((sort) => (
              <Changes
                key={sort}
                sort={sort}
                ids={changes.flatMap((each) => (each.sort === sort ? [each.id] : []))}
              />
            ))}
          </section>
        ))}
      </main>
    </>
  )
}

const sorts: readonly ChangeSort[] = ['deprecated', 'changed', 'added']

function Changes({ sort, ids }: { sort: ChangeSort; ids: readonly ChangeId[] }) {
  if (ids.length === 0) return null
  return (
    <>
      <h3>{words.sorts[sort]}</h3>
      <ul>
        {ids.map((id) => (
          <li key={id} id={id}>
            <Prose text={words.changes[id]} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Policy() {
  const ending = changelog.flatMap(({ changes }) => changes.filter(({ sort }) => sort === 'deprecated'))
  return (
    <section id="regles" aria-labelledby="titre-regles">
      <h2 id="titre-regles">{words.policy}</h2>
      <ul>
        {Object.values(words.policyRules).map((rule) => (
          <li key={rule}>
            <Prose text={rule} />
          </li>
        ))}
      </ul>
      {ending.length === 0 && <p>{words.none}</p>}
    </section>
  )
}
