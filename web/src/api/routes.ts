/** Routes below `/api`. A test compares them with the contract, whose schemas are too large for the page. */
export const routes = {
  getCredits: 'GET /credits/me',
  addCredits: 'POST /credits/add',
  getCreditHistory: 'GET /credits/history',
  getMe: 'GET /me',
  exportMe: 'GET /me/export',
  deleteMe: 'DELETE /me',
  getApiKey: 'GET /api-key/me',
  rotateApiKey: 'POST /api-key/rotate',
  logout: 'POST /logout',
  startCheckout: 'POST /create-checkout-session/:packId',
  getInvoice: 'GET /purchases/:id/invoice',
  listWithdrawalOffers: 'GET /withdrawals',
  confirmWithdrawal: 'POST /withdrawals',
  ingest: 'POST /v1/detourage/ingest',
  detect: 'POST /v1/detourage/detect',
  rectify: 'POST /v1/detourage/rectify',
  assemble: 'POST /v1/detourage/assemblies',
  listIngestions: 'GET /v1/detourage/ingestions',
  deleteIngestion: 'DELETE /v1/detourage/ingestions/:id',
} as const

export type RouteName = keyof typeof routes
