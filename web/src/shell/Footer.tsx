import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { pagePaths } from '@equerre/contract/pages'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { apiUrl } from '../api/client.ts'
import { shellWords } from '#words/shell'
import { Logo } from '../ui/drawings/Logo.tsx'
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx'
import { LanguageLink } from '../ui/LanguageLink.tsx'
import { legalLinks } from '../legal/legal-links.ts'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as logo from '../ui/drawings/Logo.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './Footer.module.css'

const year = new Date().getFullYear()

/** The title block of a drawing: cells separated by lines. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={classes(layout.column, styles.cells)}>
        <About />
        <Cell title={shellWords.footer.tool}>
          <li>
            <Link to={pagePaths.camscan}>{shellWords.camscan.title}</Link>
          </li>
          <li>
            <Link to={pagePaths.pricing}>{shellWords.footer.pricing}</Link>
          </li>
          <li>
            <Link to={pagePaths.account}>{shellWords.nav.account}</Link>
          </li>
        </Cell>
        <Cell title={shellWords.footer.developers}>
          <li>
            <Link to={pagePaths.api}>{shellWords.nav.api}</Link>
          </li>
          <li>
            <a href={addressIn(language, '/docs/')}>{shellWords.footer.reference}</a>
          </li>
          <li>
            <a href={apiUrl('/api/openapi.json')}>{shellWords.footer.openapi}</a>
          </li>
        </Cell>
        <Cell title={shellWords.footer.legal}>
          {legalLinks.map(([path, label]) => (
            <li key={path}>
              <Link to={path}>{label}</Link>
            </li>
          ))}
        </Cell>
        <Preferences />
      </div>
    </footer>
  )
}

function About() {
  return (
    <div className={styles.cell}>
      <Link
        className={classes(logo.link, styles.logo)}
        to={pagePaths.home}
        aria-label={shellWords.nav.homeLabel}
      >
        <Logo />
      </Link>
      <p className={classes(prose.muted, styles.about)}>{shellWords.footer.about}</p>
      {/* The server may have rendered it before midnight on New Year's Eve. */}
      <p className={classes(prose.faint, styles.year)} suppressHydrationWarning>
        {shellWords.footer.copyright(year)}
      </p>
    </div>
  )
}

function Preferences() {
  const { pathname, search } = useLocation()
  return (
    <div className={styles.cell}>
      <ThemeSwitch />
      <div className={styles.language}>
        <b>{shellWords.footer.language}</b>
        <ul>
          <li>
            <LanguageLink path={pathname} search={search} />
          </li>
        </ul>
      </div>
    </div>
  )
}

function Cell({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.cell}>
      <b>{title}</b>
      <ul>{children}</ul>
    </div>
  )
}
