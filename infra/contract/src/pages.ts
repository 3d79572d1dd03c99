/**
 * Every address of the web page. The browser routes by this list; the server answers its HTML with 200 on these paths,
 * and with 404 on any other path outside `/api/` and the built files.
 */
export const pagePaths = {
  home: '/',
  camscan: '/camscan',
  api: '/api',
  account: '/account',
  pricing: '/pricing',
  login: '/login',
  register: '/register',
  legalNotice: '/mentions-legales',
  terms: '/conditions-de-vente',
  withdrawal: '/retractation',
  privacy: '/confidentialite',
  cookies: '/cookies',
  accessibility: '/accessibilite',
} as const

export type PageName = keyof typeof pagePaths

/** Whether search engines may index a page: not those whose content differs for each visitor. */
export const pageIndexed: Readonly<Record<PageName, boolean>> = {
  home: true,
  camscan: true,
  api: true,
  account: false,
  pricing: true,
  login: false,
  register: false,
  legalNotice: true,
  terms: true,
  withdrawal: true,
  privacy: true,
  cookies: true,
  accessibility: true,
}
