import { defineConfig } from 'vitest/config'

// Files that only compute run side by side; whatever starts servers and processes shares two cores, so fewer at once.
const servers = 'infra/testkit/src/servers.ts'
const generous = { testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{infra,services,web}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '{infra,services}/*/test/**', '**/*.e2e.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'services',
          include: ['{infra,services}/*/test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.faults.test.ts'],
          globalSetup: [servers],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...generous,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['services/*/test/**/*.faults.test.ts'],
          globalSetup: [servers],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          ...generous,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.e2e.test.ts'],
          globalSetup: [servers, 'infra/testkit/src/page.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...generous,
        },
      },
    ],
  },
})
