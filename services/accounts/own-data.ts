import type { FastifyInstance } from 'fastify'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { advisoryLocks } from '../platform/database/advisory-locks.ts'
import { serveHistory } from './audit/history.ts'
import type { Accounts } from './deps.ts'
import { serveDownload } from './download/download.ts'
import { makeDownloads } from './download/make-downloads.ts'
import { eraseDue } from './erasure/erase-due.ts'
import { serveErasure } from './erasure/erasure.ts'
import { ownDataChannel } from './erasure/own-data-channel.ts'
import { sweepPictures } from './pictures/sweep-pictures.ts'

/** What players may do with their own data: see what changed, download all of it, have it erased. */
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
      { about: 'erasures', work: (signal) => eraseDue(accounts, signal) },
      { about: 'downloads', work: makeDownloads(accounts) },
      { about: 'pictures that nobody has', work: sweepPictures(accounts) },
    ],
  })
  app.addHook('onClose', () => background.stop())
}
