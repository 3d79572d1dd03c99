/** Histories that the stateful test plays; `npm run test:ledger` plays more. */
export const historyRuns = Number(process.env['LEDGER_RUNS'] ?? 50)
