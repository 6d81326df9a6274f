import { randomUUID } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { errorStack } from '@stepledger/contracts/error-message.ts'
import { daysToDownload } from '@stepledger/contracts/http/own-data.ts'
import type { BackgroundWork } from '../../platform/background/background-worker.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase } from '../tables.ts'
import { type OwnFile, ownDataOf } from './own-files.ts'
import { lengthOf, zipOf } from './zip-files.ts'

const keyPrefix = 'downloads/'

const lifetimeMs = daysToDownload * 24 * 3600 * 1000
/** Polling for expired zips, and updates of the progress, ms. */
const pollMs = 60_000
const progressEveryMs = 1_000

/** The download was restarted, or its player erased. */
class CancelledError extends Error {}

/** Builds requested downloads one at a time. Deletes orphaned zips on the first run. */
export function makeDownloads(accounts: Accounts): BackgroundWork {
  let swept = false
  return async (signal) => {
    if (!swept) await sweepDownloads(accounts)
    swept = true
    return makeNext(accounts, signal)
  }
}

/** Deletes expired zips, then builds the oldest requested one. Returns ms until the next run. */
async function makeNext(accounts: Accounts, signal: AbortSignal): Promise<number> {
  const { db, log, storage, now } = accounts
  await deleteExpired(accounts)
  const request = await db
    .selectFrom('accounts.downloads')
    .select(['player_id', 'key'])
    .where('state', 'in', ['waiting', 'making'])
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst()
  if (!request) return pollMs
  const { player_id: playerId } = request
  const key = request.key ?? `${keyPrefix}${randomUUID()}.zip`
  try {
    await make(accounts, playerId, key, signal)
  } catch (error) {
    // The next start retries it.
    if (signal.aborted) throw error
    await storage.delete(key)
    if (error instanceof CancelledError) return 0
    log.error(`building a data download failed: ${errorStack(error)}`)
    await db
      .updateTable('accounts.downloads')
      .set({ state: 'failed', expires_at: new Date(now() + lifetimeMs) })
      .where('player_id', '=', playerId)
      .where('key', '=', key)
      .execute()
  }
  return 0
}

async function make(accounts: Accounts, playerId: string, key: string, signal: AbortSignal): Promise<void> {
  const { db, storage, now } = accounts
  const data = await ownDataOf(accounts, playerId)
  if (!data) throw new CancelledError()
  // Each play is read twice: to compute the size of the zip, and to upload it.
  const total = data.plays.length
  const report = (done: number) =>
    saveProgress(db, { playerId, key }, { state: 'making', plays_done: done, plays_total: total })
  await db
    .updateTable('accounts.downloads')
    .set({ state: 'making', key, plays_done: 0, plays_total: total })
    .where('player_id', '=', playerId)
    .where('state', 'in', ['waiting', 'making'])
    .execute()
  let read = 0
  let reportedAt = 0
  const plays = data.plays.map(
    (file): OwnFile => ({
      ...file,
      async read() {
        if (performance.now() - reportedAt > progressEveryMs) {
          await report(Math.floor(read / 2))
          reportedAt = performance.now()
        }
        read += 1
        return file.read()
      },
    }),
  )
  const at = new Date(now())
  const stream = () => addAbortSignal(signal, zipOf([...data.files, ...plays], at))
  const size = await lengthOf(stream())
  await storage.put(key, { stream: stream(), size })
  await saveProgress(
    db,
    { playerId, key },
    { state: 'ready', bytes: size, plays_done: total, expires_at: new Date(now() + lifetimeMs) },
  )
}

/** Throws CancelledError when the row no longer belongs to this zip. */
async function saveProgress(
  db: AccountsDatabase,
  { playerId, key }: { playerId: string; key: string },
  progress: {
    state: 'making' | 'ready'
    plays_done: number
    plays_total?: number
    bytes?: number
    expires_at?: Date
  },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts.downloads')
    .set(progress)
    .where('player_id', '=', playerId)
    .where('key', '=', key)
    .where('state', '=', 'making')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new CancelledError()
}

async function deleteExpired({ db, storage, now }: Accounts): Promise<void> {
  const expired = await db
    .selectFrom('accounts.downloads')
    .select(['player_id', 'key'])
    .where('expires_at', '<=', new Date(now()))
    .execute()
  for (const { player_id: playerId, key } of expired) {
    if (key !== null) await storage.delete(key)
    await db
      .deleteFrom('accounts.downloads')
      .where('player_id', '=', playerId)
      .where('expires_at', '<=', new Date(now()))
      .execute()
  }
}

/** Deletes zips without a row: the player was erased while a killed process was building one. */
async function sweepDownloads({ db, storage }: Accounts): Promise<void> {
  for await (const { key } of storage.list(keyPrefix)) {
    const row = db.selectFrom('accounts.downloads').select('key').where('key', '=', key)
    if (!(await row.executeTakeFirst())) await storage.delete(key)
  }
}
