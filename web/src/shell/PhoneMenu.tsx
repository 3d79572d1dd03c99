import { pagePaths } from '@equerre/contract/pages'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { shellWords } from '#words/shell'
import { Icon } from '../ui/drawings/Icon.tsx'
import { legalLinks } from '../legal/legal-links.ts'
import * as styles from './PhoneMenu.module.css'

const links = [
  [pagePaths.camscan, shellWords.camscan.title],
  [pagePaths.api, shellWords.nav.api],
  [pagePaths.pricing, shellWords.nav.pricing],
  [pagePaths.account, shellWords.nav.account],
] as const

/** The burger menu's overlay. The page beneath it cannot scroll or be reached. */
export function PhoneMenu({ onLeave }: { onLeave: () => void }) {
  useEffect(() => {
    const behind = [document.getElementById('contenu'), document.querySelector('footer')]
    for (const element of behind) element?.setAttribute('inert', '')
    document.body.style.overflow = 'hidden'
    return () => {
      for (const element of behind) element?.removeAttribute('inert')
      document.body.style.overflow = ''
    }
  }, [])
  return (
    <div className={styles.menu}>
      <nav aria-label={shellWords.nav.menu}>
        {links.map(([path, label]) => (
          <Link key={path} to={path} onClick={onLeave}>
            {label} <Icon name="arrow" />
          </Link>
        ))}
        <div className={styles.legal}>
          {legalLinks.map(([path, label]) => (
            <Link key={path} to={path} onClick={onLeave}>
              {label}
            </Link>
          ))}
        </div>
      </nav>
    </div>
  )
}
