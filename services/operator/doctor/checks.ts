import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readWaitingMails } from '../../accounts/operations/waiting-mails.ts'
import { readRefusals } from '../../ingest/refusals/refusals-table.ts'
import type { Config } from '../../platform/config/config.ts'
import { readRuns } from '../../projector/generations/operator-runs.ts'
import { lacksStorage } from '../lacks-storage.ts'
import { readStatus } from '../status/status.ts'
import type { StatusStore } from '../status/status-store.ts'
import { checkCertificate } from './check-certificate.ts'
import { clockFindings } from './check-clock.ts'
import { diskFindings } from './check-disk.ts'
import { foldingFindings } from './check-folding.ts'
import { checkMailServer, mailFindings } from './check-mails.ts'
import { checkRedis } from './check-redis.ts'
import { refusalFindings } from './check-refusals.ts'
import { rulesFindings } from './check-rules.ts'
import { runFindings } from './check-runs.ts'
import { checkServer, serverFindings } from './check-server.ts'
import { checkStorage, checkUnsetStorage } from './check-storage.ts'
import { checkTopics } from './check-topics.ts'
import { type Check, type Subject, wrong } from './finding.ts'

/** Most keys and reasons of refusals that are looked at, most frequent first. */
const maxRefusals = 100

export function outsideChecks(config: Config, now: () => number): Check[] {
  const { ledgerUrl, redisUrl, storageUrl, publicUrl, databaseUrl } = config
  return [
    ...(databaseUrl === null ? [] : [check('server', () => checkServer(publicUrl))]),
    check('mail', () => checkMailServer(config, now)),
    ...(ledgerUrl === null ? [] : [check('topics', () => checkTopics(ledgerUrl))]),
    ...(redisUrl === null ? [] : [check('redis', () => checkRedis(redisUrl))]),
    ...(storageUrl === null ? [] : [check('storage', () => checkStorage(config, process.env, now))]),
    ...(lacksStorage(config) ? [check('storage', checkUnsetStorage)] : []),
    ...(publicUrl.startsWith('https:') ? [check('certificate', () => checkCertificate(publicUrl, now))] : []),
  ]
}

const check = (subject: Subject, find: Check['find']): Check => ({ subjects: [subject], find })

export function databaseChecks(store: StatusStore, now: () => number): Check[] {
  const { database } = store
  return [
    {
      subjects: [
        'folding',
        'ledger',
        'parked',
        'version',
        ...(store.server === undefined ? [] : ['server' as const]),
        ...(store.readDisk ? ['disk' as const] : []),
      ],
      async find() {
        const status = await readStatus(store, now())
        return [
          ...(status.server === null
            ? wrong('server', `No server runs on ${status.engine.database}.`, '`npm start`')
            : []),
          ...(status.server?.url && status.answering ? serverFindings(status.answering) : []),
          ...foldingFindings(status),
          ...diskFindings(status, now()),
        ]
      },
    },
    check('clock', () => clockFindings(database, now)),
    { subjects: ['backup', 'verify'], find: async () => runFindings(await readRuns(database.pool), now()) },
    check('rules', async () => rulesFindings((await readLiveGeneration(database))?.rules ?? null)),
    check('refusals', async () => refusalFindings(await readRefusals(database.pool, maxRefusals), now())),
    check('mail', async () => mailFindings(await readWaitingMails(database))),
  ]
}
