import { languages, type Language } from './code-samples.ts'

const storageKey = 'equerre-language'

/** The programming language that the reader has chosen on this machine, curl before that. */
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
    // Storage may be refused; the choice then lasts for this page.
  }
}
