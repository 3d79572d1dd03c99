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
