import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { useLocation } from 'react-router'

const names = { fr: 'Français', en: 'English' }
const other = language === 'fr' ? 'en' : 'fr'

/** Leads to the same page in the other language: an address of its own, built apart, so that nobody fetches both. */
export function LanguageLink() {
  const { pathname, search } = useLocation()
  return (
    <a href={addressIn(other, pathname) + search} hrefLang={other} lang={other}>
      {names[other]}
    </a>
  )
}
