import { readWaitingMails } from '../../accounts/operations/waiting-mails.ts'
import { readRefusals } from '../../ingest/refusals/refusals-table.ts'
import type { Config } from '../../platform/config/config.ts'
import { messageOf, readMoveState } from '../../platform/move/move-state.ts'
import { readRuns } from '../../projector/generations/operator-runs.ts'
import { lacksStorage } from '../lacks-storage.ts'
import { readStatus } from '../status/status.ts'
import type { StatusStore } from '../status/status-store.ts'
import { certificateCheck } from './check-certificate.ts'
import { clockFindings } from './check-clock.ts'
import { diskFindings } from './check-disk.ts'
import { foldingFindings } from './check-folding.ts'
import { mailFindings, mailServerCheck } from './check-mails.ts'
import { redisCheck } from './check-redis.ts'
import { refusalFindings } from './check-refusals.ts'
import { runFindings } from './check-runs.ts'
import { serverCheck, serverFindings } from './check-server.ts'
import { storageCheck, unsetStorage } from './check-storage.ts'
import { topicsCheck } from './check-topics.ts'
import { type Check, wrong } from './finding.ts'

/** Most keys and reasons of refusals that are looked at, most frequent first. */
const maxRefusals = 100

/** Checks of what is outside of the database. */
export function outsideChecks(config: Config, now: () => number): Check[] {
  const { ledgerUrl, redisUrl, storageUrl, publicUrl, databaseUrl } = config
  return [
    ...(databaseUrl === null ? [] : [serverCheck(publicUrl)]),
    mailServerCheck(config, now),
    ...(ledgerUrl === null ? [] : [topicsCheck(ledgerUrl)]),
    ...(redisUrl === null ? [] : [redisCheck(redisUrl)]),
    ...(storageUrl === null ? [] : [storageCheck(config, process.env, now)]),
    ...(lacksStorage(config) ? [unsetStorage] : []),
    ...(publicUrl.startsWith('https:') ? [certificateCheck(publicUrl, now)] : []),
  ]
}

/** Checks of the data in the database. */
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
        const move = await readMoveState(database.pool)
        return [
          ...(move !== null
            ? [wrong('server', `${messageOf(move)}.`, 'docs/operating.md, "Moving to another engine"')]
            : []),
          ...(move === null && status.server === null
            ? [wrong('server', `No server runs on ${status.engine.database}.`, '`npm start`')]
            : []),
          ...(status.server?.url && status.answering ? serverFindings(status.answering) : []),
          ...foldingFindings(status),
          ...diskFindings(status, now()),
        ]
      },
    },
    { subjects: ['clock'], find: () => clockFindings(database, now) },
    { subjects: ['backup', 'verify'], find: async () => runFindings(await readRuns(database.pool), now()) },
    {
      subjects: ['refusals'],
      find: async () => refusalFindings(await readRefusals(database.pool, maxRefusals), now()),
    },
    { subjects: ['mail'], find: async () => mailFindings(await readWaitingMails(database)) },
  ]
}
