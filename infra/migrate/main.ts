import { configOrExit } from '@equerre/platform/lifecycle'
import { createLog } from '@equerre/platform/log'
import { migrateAll, prepareSchemas } from '@equerre/platform/migrate'
import { readMigrateConfig } from './config.ts'

/** Brings a database to this version, then ends: before the services of this version start. */
const { adminUrl, urls } = configOrExit(readMigrateConfig)
const log = createLog('migrate', 'info')
const passwordOf = (url: string) => decodeURIComponent(new URL(url).password)

await prepareSchemas(adminUrl, {
  auth: passwordOf(urls.auth),
  billing: passwordOf(urls.billing),
  gateway: passwordOf(urls.gateway),
})
const ran = await migrateAll(urls)
log.info({ ran }, 'migrated')
