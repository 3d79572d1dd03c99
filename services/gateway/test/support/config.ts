/** Runs of each fuzzing property; `npm run fuzz` makes more. The seed is printed with every failure. */
export const fuzzRuns = Number(process.env['FUZZ_RUNS'] ?? 12)
export const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

/** Number of slow uploads; `npm run test:slow-uploads` sends more. */
export const slowUploads = Number(process.env['SLOW_UPLOADS'] ?? 60)

/** Guests created per network; `npm run test:mint` creates more. */
export const mintGuests = Number(process.env['MINT_GUESTS'] ?? 30)

/** Guests crowding one address; `npm run test:crowd` brings more. */
export const crowdGuests = Number(process.env['CROWD_GUESTS'] ?? 6)

/** Events told to receivers of every kind; `npm run test:webhooks` tells more. */
export const webhookEvents = Number(process.env['WEBHOOK_EVENTS'] ?? 100)

/** Rows in the large tables; `npm run explain` makes more. */
export const planRows = Number(process.env['EXPLAIN_ROWS'] ?? 10_000)

/** Items of the batch that goes its whole way: `npm run test:batch` has 1,000. */
export const batchItems = Number(process.env['BATCH_ITEMS'] ?? 50)
