import { openDoor } from '@equerre/platform/http'
import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { readGatewayConfig } from './config.ts'
import { createContext } from './context.ts'
import { degradingChecks, ownChecks, partChecks } from './flow/check-parts.ts'
import { measureBacklog } from './flow/measure-backlog.ts'
import { createGateway } from './http/routes.ts'
import { startDelivering } from './jobs/deliver.ts'
import { startErasing } from './jobs/erase.ts'
import { startRecordingFetches } from './jobs/record-fetch.ts'
import { startRecordingResults } from './jobs/record-result.ts'
import { startRelay } from './jobs/relay.ts'
import { startSweeps } from './jobs/sweep.ts'

const config = configOrExit(() => readGatewayConfig())
const ctx = createContext(config)

await runService({ name: 'gateway', log: ctx.log, config }, async () => {
  const recording = [startRecordingResults(ctx), startRecordingFetches(ctx)]
  const work = [...recording, startRelay(ctx), startSweeps(ctx), startErasing(ctx), startDelivering(ctx)]
  const jobs = [...work, ctx.storage.keepAsking()]
  const bounds = {
    connectionsMax: config.CONNECTIONS_MAX,
    headSecondsMax: config.HEAD_SECONDS_MAX,
    idleSecondsMax: config.IDLE_SECONDS_MAX,
  }
  const door = await openDoor(createGateway(ctx), { host: config.HOST, port: config.PORT, bounds })
  ctx.log.info({ port: door.port }, 'listening')
  return {
    needs: ownChecks(ctx),
    relies: partChecks(ctx),
    degradedBy: degradingChecks(ctx),
    measure: () => measureBacklog(ctx),
    stop: async () => {
      ctx.draining.abort()
      await door.drain(config.DRAIN_SECONDS)
      // Requests waiting for a step get 202 now; everything under way is answered before the rest closes.
      ctx.stopping.abort()
      await door.close()
      await Promise.all(jobs.map((job) => job.close()))
      await ctx.close()
    },
  }
})
