import { secretsOf } from '@equerre/platform/config'
import { configOrExit } from '@equerre/platform/lifecycle'
import { createLog } from '@equerre/platform/log'
import { migrateAll, prepareSchemas } from '@equerre/platform/migrate'
import { readMigrateConfig } from './config.ts'

/** Migrates a database to this version and exits; to be run before this version's services start. */
const config = configOrExit(readMigrateConfig)
const { adminUrl, urls } = config
const log = createLog('migrate', 'info', { secrets: secretsOf(config) })
const passwordOf = (url: string) => decodeURIComponent(new URL(url).password)

try {
  await prepareSchemas(adminUrl, {
    auth: passwordOf(urls.auth),
    billing: passwordOf(urls.billing),
    gateway: passwordOf(urls.gateway),
  })
  const ran = await migrateAll(urls)
  log.info({ ran }, 'migrated')
} catch (error) {
  // Node itself would print the error with all its fields, and this process handles passwords.
  log.fatal({ err: error }, 'not migrated')
  process.exitCode = 1
}
