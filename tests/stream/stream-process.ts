import { postgresPublishedPlayers } from '@stepledger/services/accounts/players/postgres-directory.ts'
import { testApp } from '@stepledger/services/platform/http/test-app.ts'
import { inProcessPush } from '@stepledger/services/platform/push/in-process.ts'
import { followProgress } from '@stepledger/services/progress.ts'
import { serveStream } from '@stepledger/services/query/stream/stream.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import type { FoldingLedger } from '../folding-ledger.ts'
import { type ReaderOptions, readStream, type StreamReader } from './stream-reader.ts'

/** Delay until an hour is published, minutes after its end. */
export const delayMinutes = 15

/**
 * Maximum readers in all and by address, 100 by default; `stallTimeoutMs`: until a reader that does
 * not read is disconnected.
 */
export interface StreamLimits {
  readonly total?: number
  readonly perAddress?: number
  readonly stallTimeoutMs?: number
  /** Runs at the start of each request. */
  readonly onRequest?: (request: FastifyRequest) => Promise<unknown>
}

/** A query process that serves only the stream. */
interface StreamProcess {
  read(how?: ReaderOptions): Promise<StreamReader>
  metric(name: string): Promise<number>
  stop(): Promise<void>
}

/** Starts a process that ends with the test. `now`: its clock, ms. */
export async function startStreamProcess(
  { database, ledger, url: databaseUrl }: FoldingLedger,
  now: () => number,
  { total = 100, perAddress = 100, stallTimeoutMs, onRequest }: StreamLimits = {},
): Promise<StreamProcess> {
  const push = inProcessPush(databaseUrl)
  const progress = await followProgress(database, push)
  const app = testApp()
  if (onRequest) app.addHook('onRequest', async (request) => void (await onRequest(request)))
  const metrics = new Registry()
  serveStream(app, {
    database,
    ledger,
    log: pino({ level: 'silent' }),
    metrics,
    now,
    progress,
    push,
    readModels: openReadModels(database.pool),
    published: postgresPublishedPlayers(database),
    streams: { total, perAddress, delayMinutes },
    ...(stallTimeoutMs !== undefined && { stallTimeoutMs }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  let stopped: Promise<void> | null = null
  const stop = () => {
    stopped ??= app.close().then(async () => {
      await progress.stop()
      await push.close()
    })
    return stopped
  }
  onTestFinished(stop)
  return {
    stop,
    read: (how) => readStream(url, how),
    async metric(name) {
      const found = await metrics.getSingleMetric(`stepledger_${name}`)?.get()
      return (found?.values ?? []).reduce((sum, { value }) => sum + value, 0)
    },
  }
}
