import { languages, type Language } from './code-samples.ts'

const storageKey = 'equerre-language'

/** The reader's last chosen programming language on this machine; curl by default. */
export function chosenLanguage(): Language {
  try {
    const kept = localStorage.getItem(storageKey)
    return languages.find((language) => language === kept) ?? 'curl'
  } catch {
    return 'curl'
  }
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage may be blocked; the choice then lasts until the page is left.
  }
}
