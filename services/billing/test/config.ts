/** Histories that the stateful test plays; `npm run test:ledger` plays more. */
export const historyRuns = Number(process.env['LEDGER_RUNS'] ?? 50)
/** Whether the restore drill tries Postgres' own programs: they must be of the server's version, which Debian's are not. */
export const withTools = process.env['RESTORE_WITH_TOOLS'] !== undefined
