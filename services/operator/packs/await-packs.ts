import { setTimeout as sleep } from 'node:timers/promises'
import { type Upload, uploadById } from '../../catalogue/uploads/uploads.ts'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { leaderName } from '../../platform/database/leader.ts'
import type { ProgressOutput } from '../output.ts'
import type { Store } from '../store.ts'
import type { SentPack } from './send-pack.ts'

const pollMs = 100
/** Timeout without a leader of pack processing, ms. */
const timeoutMs = 15_000

const ends: readonly Upload['state'][] = ['ready', 'rejected', 'cancelled']

/**
 * Waits until these packs are processed, and shows progress. Returns them unprocessed on a timeout.
 */
export async function awaitPacks(
  { database }: Pick<Store, 'database'>,
  sent: readonly SentPack[],
  output: ProgressOutput,
): Promise<Upload[]> {
  const started = performance.now()
  for (;;) {
    const uploads: Upload[] = []
    for (const { uploadId } of sent) {
      const upload = await uploadById(database, uploadId)
      if (upload) uploads.push(upload)
    }
    const open = uploads.filter(({ state }) => !ends.includes(state))
    if (open.length === 0) return uploads
    const [now = open[0]] = open.filter(({ state }) => state === 'processing')
    output.progress(
      now?.songs
        ? { what: `Processing ${now.name}`, done: now.songsDone, of: now.songs, unit: 'songs' }
        : { what: `Waiting for ${open.length} of ${sent.length} packs` },
    )
    const waits = performance.now() - started > timeoutMs
    if (waits && (await leaderName(database, advisoryLocks.catalogue)) === null) return uploads
    await sleep(pollMs, undefined, { signal: output.signal })
  }
}
