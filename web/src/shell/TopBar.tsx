import { pagePaths } from '@equerre/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { creditsQuery, meQuery } from '../api/queries.ts'
import { formatInteger } from '#words/format'
import { shellWords } from '#words/shell'
import { Icon } from '../ui/drawings/Icon.tsx'
import { Logo } from '../ui/drawings/Logo.tsx'
import { SquareFigure } from '../ui/drawings/figures.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as layout from '../ui/sheets/layout.module.css'
import * as logo from '../ui/drawings/Logo.module.css'
import * as bar from '../ui/sheets/bar.module.css'
import * as styles from './TopBar.module.css'

type Menu = 'tools' | 'menu'

export function TopBar() {
  const { key } = useLocation()
  const [opened, setOpened] = useState<{ name: Menu; at: string } | null>(null)
  // A menu belongs to the page it was opened on: any navigation closes it.
  const open = opened?.at === key ? opened.name : null
  useEffect(() => {
    if (open === null) return
    const close = (event: Event) => {
      if (!closes(event, open)) return
      // The focused element disappears with the menu.
      if (event.type === 'keydown')
        document.querySelector<HTMLElement>('header [aria-expanded="true"]')?.focus()
      setOpened(null)
    }
    const events = ['keydown', 'pointerdown', 'focusin']
    for (const name of events) document.addEventListener(name, close)
    return () => {
      for (const name of events) document.removeEventListener(name, close)
    }
  }, [open])
  const toggle = (name: Menu) => setOpened(open === name ? null : { name, at: key })
  return (
    <>
      <header className={bar.bar}>
        <div className={classes(layout.column, bar.row)}>
          <button
            type="button"
            className={styles.burger}
            aria-label={open === 'menu' ? shellWords.nav.closeMenu : shellWords.nav.openMenu}
            aria-expanded={open === 'menu'}
            onClick={() => toggle('menu')}
          >
            <Icon name={open === 'menu' ? 'close' : 'menu'} />
          </button>
          <Link className={logo.link} to={pagePaths.home} aria-label={shellWords.nav.homeLabel}>
            <Logo />
          </Link>
          <Navigation toolsOpen={open === 'tools'} onTools={() => toggle('tools')} />
          <AccountLink />
        </div>
      </header>
      {open === 'menu' && <PhoneMenu onLeave={() => setOpened(null)} />}
    </>
  )
}

/** Escape closes any menu; a press or focus elsewhere closes the tools menu. */
function closes(event: Event, menu: Menu): boolean {
  if (event instanceof KeyboardEvent) return event.key === 'Escape'
  return menu === 'tools' && !(event.target instanceof Element && event.target.closest('[data-tools]'))
}

function Navigation({ toolsOpen, onTools }: { toolsOpen: boolean; onTools: () => void }) {
  const onTool = useLocation().pathname === pagePaths.camscan
  return (
    <nav className={styles.navigation} aria-label={shellWords.nav.main}>
      <div data-tools>
        <button
          type="button"
          aria-expanded={toolsOpen}
          aria-current={onTool ? 'true' : undefined}
          onClick={onTools}
        >
          <span lang="en">{shellWords.nav.tools}</span> <Icon name="chevron" small />
        </button>
        <div className={styles.menu} hidden={!toolsOpen}>
          <Link to={pagePaths.camscan} onClick={onTools}>
            <SquareFigure small />
            <span>
              {shellWords.camscan.title}
              <small>{shellWords.nav.toolNote}</small>
            </span>
          </Link>
        </div>
      </div>
      <div>
        <NavLink to={pagePaths.api}>{shellWords.nav.api}</NavLink>
      </div>
      <div>
        <NavLink to={pagePaths.pricing}>{shellWords.nav.pricing}</NavLink>
      </div>
    </nav>
  )
}

function AccountLink() {
  const { data: user } = useQuery(meQuery)
  const { data: credits = null } = useQuery(creditsQuery)
  const who = user ? shellWords.nav.member : shellWords.nav.guest
  return (
    <Link
      className={user ? styles.account : classes(styles.account, styles.guest)}
      to={pagePaths.account}
      title={who}
      aria-label={shellWords.nav.accountLabel(who, credits)}
    >
      <span className={styles.person}>
        <Icon name="person" />
      </span>
      <span className={styles.balance} data-balance>
        <i className={credit.square} />
        {credits === null ? '–' : formatInteger(credits)}
      </span>
    </Link>
  )
}
