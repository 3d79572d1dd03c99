/** The addresses that the page knows. The gateway answers any other with status 404, and the page with its own words. */
export const pageRoutes = [
  '/',
  '/camscan',
  '/api',
  '/account',
  '/pricing',
  '/login',
  '/register',
  '/mentions-legales',
  '/cgv',
  '/retractation',
  '/confidentialite',
  '/cookies',
  '/accessibilite',
] as const
