import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'

const names = { fr: 'Français', en: 'English' }
const other = language === 'fr' ? 'en' : 'fr'

/**
 * Links to the same page in the other language, which has its own URL and its own build.
 * @param path the page's French address
 */
export function LanguageLink({ path, search = '' }: { path: string; search?: string }) {
  return (
    <a href={addressIn(other, path) + search} hrefLang={other} lang={other}>
      {names[other]}
    </a>
  )
}
