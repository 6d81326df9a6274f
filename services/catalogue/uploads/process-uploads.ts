import { errorStack } from '@stepledger/contracts/error-message.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { backOff } from '../../platform/async/back-off.ts'
import { type BackgroundWorker, startBackgroundWorker } from '../../platform/background/background-worker.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { CatalogueDeps } from '../deps.ts'
import { sweepZips } from '../fetch-zip.ts'
import { continuePackIds } from './adopt-packs.ts'
import { processUpload } from './process-upload.ts'
import { moveUpload, type Upload, uploadsChannel, waitingUploads } from './uploads.ts'

/** An upload that fails this often with errors that look transient is rejected. */
const maxTries = 5

const unprocessable = {
  reason: 'The pack could not be processed.',
  advice: 'Upload it again later, or ask an administrator to look into the log.',
}

/**
 * Processes waiting uploads one at a time, in one process at a time. `stop` interrupts the current one; the next start
 * resumes it.
 */
export async function processUploads(
  deps: CatalogueDeps & { awaitFold(position: Position): Promise<unknown> },
): Promise<BackgroundWorker> {
  const { database, ledger, log, now } = deps
  const tries = new Map<string, number>()

  async function process(upload: Upload, signal: AbortSignal): Promise<void> {
    try {
      await processUpload(deps, upload, signal)
      tries.delete(upload.id)
    } catch (error) {
      if (signal.aborted) return
      const failed = (tries.get(upload.id) ?? 0) + 1
      tries.set(upload.id, failed)
      log.warn(`pack upload ${upload.id}: ${errorStack(error)}`)
      if (failed >= maxTries) {
        tries.delete(upload.id)
        await moveUpload(deps, upload.id, ['waiting', 'processing'], 'rejected', now(), {
          result: unprocessable,
        })
      } else await backOff(failed, signal)
    }
  }

  async function processNext(signal: AbortSignal): Promise<number> {
    const [next] = await waitingUploads(database)
    if (!next) return Number.POSITIVE_INFINITY
    await process(next, signal)
    return 0
  }

  const keepChecked = await continuePackIds(database, ledger)
  await sweepZips().catch((error: unknown) => log.warn(`temporary files of packs: ${String(error)}`))
  return startBackgroundWorker({
    database,
    log,
    lock: advisoryLocks.catalogue,
    wokenBy: {
      channel: uploadsChannel,
      applicationName: 'stepledger uploads',
      about: 'packs that were uploaded',
    },
    works: [
      { about: 'pack uploads', work: processNext },
      { about: 'offsets of known packs', work: keepChecked },
    ],
  })
}
