import { useId, useState } from 'react'
import { fr } from '../messages.fr.ts'
import { Icon } from './Icon.tsx'
import { currentTheme, setTheme } from './theme.ts'

const choices = [
  { theme: 'light', icon: 'sun', label: fr.footer.light },
  { theme: 'dark', icon: 'moon', label: fr.footer.dark },
  { theme: 'system', icon: 'screen', label: fr.footer.system },
] as const

export function ThemeSwitch() {
  const [chosen, setChosen] = useState(currentTheme)
  const id = useId()
  return (
    <>
      <b id={id}>{fr.footer.appearance}</b>
      <div className="seg" role="group" aria-labelledby={id}>
        {choices.map(({ theme, icon, label }) => (
          <button
            key={theme}
            type="button"
            aria-label={label}
            aria-pressed={theme === chosen}
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
