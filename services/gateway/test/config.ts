/** Tries of each fuzzing property; `npm run fuzz` makes more. The seed is printed with every failure. */
export const fuzzRuns = Number(process.env['FUZZ_RUNS'] ?? 12)
export const fuzzSeed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)
