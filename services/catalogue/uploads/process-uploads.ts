import { errorMessage, errorStack } from '@stepledger/contracts/error-message.ts'
import { backOff } from '../../platform/async/back-off.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { campaignForLeadership } from '../../platform/database/leader.ts'
import { listen } from '../../platform/database/listen.ts'
import type { CatalogueDeps } from '../deps.ts'
import { sweepZips } from '../fetch-zip.ts'
import { processUpload } from './process-upload.ts'
import { moveUpload, type Upload, uploadsChannel, waitingUploads } from './uploads.ts'

export interface Processing {
  /** Interrupts the current upload; the next start resumes it. */
  stop(): Promise<void>
}

/** An upload that fails this often with errors that look transient is rejected. */
const maxTries = 5

const unprocessable = {
  reason: 'The pack could not be processed.',
  advice: 'Upload it again later, or ask an administrator what the log says of it.',
}

/** Processes waiting uploads one at a time, in one process at a time. */
export async function processUploads(deps: CatalogueDeps): Promise<Processing> {
  const { database, log, now } = deps
  const stopping = new AbortController()
  let wake = () => {}
  const tries = new Map<string, number>()

  async function process(upload: Upload): Promise<void> {
    try {
      await processUpload(deps, upload, stopping.signal)
      tries.delete(upload.id)
    } catch (error) {
      if (stopping.signal.aborted) return
      const failed = (tries.get(upload.id) ?? 0) + 1
      tries.set(upload.id, failed)
      log.warn(`pack upload ${upload.id}: ${errorStack(error)}`)
      if (failed >= maxTries) {
        await moveUpload(database, upload.id, ['waiting', 'processing'], 'rejected', now(), {
          result: unprocessable,
        })
      } else await backOff(failed, stopping.signal)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const [next] = leader.leads()
        ? await database.retrying(() => waitingUploads(database), stopping.signal)
        : []
      if (next) await process(next)
      else await woken
    }
  }

  await sweepZips().catch((error: unknown) => log.warn(`temporary files of packs: ${String(error)}`))
  const leader = await campaignForLeadership({
    database,
    lock: advisoryLocks.catalogue,
    log,
    onChange: () => wake(),
  })
  const hearing = listen(database, {
    channel: uploadsChannel,
    applicationName: 'stepledger uploads',
    about: 'packs that were uploaded',
    log,
    onNotice: () => wake(),
    onMissed: () => wake(),
  })
  const running = run().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error(`packs: ${errorMessage(error)}`)
  })
  return {
    async stop() {
      stopping.abort()
      wake()
      await hearing.stop()
      await running
      await leader.stop()
    },
  }
}
