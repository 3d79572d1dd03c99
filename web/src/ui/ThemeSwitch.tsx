import { useId, useState } from 'react'
import { shellWords } from '#words/shell'
import { Icon } from './drawings/Icon.tsx'
import { currentTheme, setTheme, type Theme } from './browser/theme.ts'
import { useHydrated } from './browser/use-hydrated.ts'
import * as styles from './ThemeSwitch.module.css'

const choices = [
  { theme: 'light', icon: 'sun', label: shellWords.footer.light },
  { theme: 'dark', icon: 'moon', label: shellWords.footer.dark },
  { theme: 'system', icon: 'screen', label: shellWords.footer.system },
] as const

export function ThemeSwitch() {
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState<Theme | null>(null)
  const shown = chosen ?? (hydrated ? currentTheme() : 'system')
  const id = useId()
  return (
    <>
      <b id={id}>{shellWords.footer.appearance}</b>
      <div className={styles.themes} role="group" aria-labelledby={id}>
        {choices.map(({ theme, icon, label }) => (
          <button
            key={theme}
            type="button"
            aria-label={label}
            aria-pressed={theme === shown}
            onClick={() => {
              setTheme(theme)
              setChosen(theme)
            }}
          >
            <Icon name={icon} small />
          </button>
        ))}
      </div>
    </>
  )
}
