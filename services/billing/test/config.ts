/** Number of histories that the stateful test plays; `npm run test:ledger` plays more. */
export const historyRuns = Number(process.env['LEDGER_RUNS'] ?? 50)
/** Whether the restore drill runs Postgres' own tools, which must match the server's version; Debian's do not. */
export const withTools = process.env['RESTORE_WITH_TOOLS'] !== undefined
