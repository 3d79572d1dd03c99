import { defineConfig } from 'vitest/config'

// One kind after the other, the quick ones first; restarts and browsers alone, because they need the whole machine.
const servers = 'infra/testkit/src/servers.ts'
// The gateway serves it, so whoever tests one folder alone on a fresh clone needs it too.
const page = 'infra/testkit/src/page.ts'
const generous = { testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{clients,infra,services,web}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '{clients,infra,services}/*/test/**', '**/*.e2e.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'services',
          include: ['{clients,infra,services}/*/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{faults,restart}.test.ts'],
          globalSetup: [servers, page],
          maxWorkers: 3,
          // What is told to run side by side only waits: as long as the longest silence, and no longer.
          maxConcurrency: 12,
          sequence: { groupOrder: 2 },
          ...generous,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['services/*/test/**/*.faults.test.ts'],
          globalSetup: [servers, page],
          // They wait most of the time: for a peer that says nothing, for one that comes back.
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
          ...generous,
        },
      },
      {
        test: {
          // Whose subject is that nobody notices: a machine that is busy with something else would be noticed.
          name: 'restart',
          include: ['services/*/test/**/*.restart.test.ts'],
          globalSetup: [servers, page],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          ...generous,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.test.ts'],
          globalSetup: [servers, page],
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
          // As patient as what waits for an element: a busy machine is no fault of the page.
          expect: { poll: { timeout: 30_000 } },
          ...generous,
        },
      },
    ],
  },
})
