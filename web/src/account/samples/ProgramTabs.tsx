import { useId, useState, type KeyboardEvent } from 'react'
import { accountWords } from '#words/account'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useHydrated } from '../../ui/browser/use-hydrated.ts'
import { coloured } from './CodeSample.tsx'
import { languages, type Language } from './code-samples.ts'
import { chosenLanguage, rememberLanguage } from './language.ts'
import { classes } from '../../ui/classes.ts'
import * as layout from '../../ui/sheets/layout.module.css'
import * as sample from '../../ui/sheets/sample.module.css'

type ProgramTabsProps = {
  readonly title: string
  readonly programs: Readonly<Record<Language, (origin: string) => string>>
  readonly origin: string
}

/** One program in several languages; the last chosen language is remembered. */
export function ProgramTabs({ title, programs, origin }: ProgramTabsProps) {
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState<Language | null>(null)
  const language = chosen ?? (hydrated ? chosenLanguage() : 'curl')
  const id = useId()
  const code = programs[language](origin)
  const choose = (next: Language) => {
    rememberLanguage(next)
    setChosen(next)
  }
  return (
    <div className={classes(sample.frame, layout.crossed)}>
      <div className={sample.bar}>
        <div
          role="tablist"
          aria-label={accountWords.api.language}
          onKeyDown={(event) => moveFocus(event, choose)}
        >
          {languages.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === language}
              aria-controls={`${id}-panel`}
              tabIndex={name === language ? 0 : -1}
              onClick={() => choose(name)}
            >
              <span lang="en">{name}</span>
            </button>
          ))}
        </div>
        <span className={sample.end}>
          <CopyButton text={code} what={`${title}, ${language}`} bare />
        </span>
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${language}`}>
        <pre tabIndex={0} lang="en">
          {language === 'n8n' ? code : coloured(code)}
        </pre>
        {language === 'n8n' && <p className={sample.note}>{accountWords.api.flow}</p>}
      </div>
    </div>
  )
}

/** Standard tab list keys: arrows move and wrap around, Home and End go to the first and last tab. */
function moveFocus(event: KeyboardEvent<HTMLElement>, choose: (language: Language) => void): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const current = tabs.findIndex((tab) => tab === document.activeElement)
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    Home: 0,
    End: -1,
  }
  const target = targets[event.key]
  const name = target === undefined ? undefined : languages.at(target % languages.length)
  if (name === undefined) return
  event.preventDefault()
  choose(name)
  tabs[languages.indexOf(name)]?.focus()
}
