import type { FastifyInstance } from 'fastify'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { serveHistory } from './audit/history.ts'
import type { Accounts } from './deps.ts'
import { serveDownload } from './download/download.ts'
import { makeDownloads } from './download/make-downloads.ts'
import { eraseDuePlayers } from './erasure/erase-due.ts'
import { serveErasure } from './erasure/erasure.ts'
import { ownDataChannel } from './erasure/own-data-channel.ts'
import { operatorActionsWork } from './operations/deliver-operator-actions.ts'
import { sweepPictures } from './pictures/sweep-pictures.ts'

/** Serves the history, download and erasure of a player's own data, and starts the worker behind them. */
export async function serveOwnData(app: FastifyInstance, accounts: Accounts): Promise<void> {
  serveHistory(app, accounts)
  serveDownload(app, accounts)
  serveErasure(app, accounts)
  const background = await startBackgroundWorker({
    database: accounts.database,
    log: accounts.log,
    lock: advisoryLocks.accounts,
    wokenBy: {
      channel: ownDataChannel,
      applicationName: 'stepledger own data',
      about: 'downloads and erasures',
    },
    works: [
      { about: 'erasures', work: (signal) => eraseDuePlayers(accounts, signal) },
      { about: 'downloads', work: makeDownloads(accounts) },
      { about: 'orphaned pictures', work: sweepPictures(accounts) },
      { about: 'actions of operators for the ledger', work: operatorActionsWork(accounts) },
    ],
  })
  app.addHook('onClose', () => background.stop())
}
