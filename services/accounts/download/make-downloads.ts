import { randomUUID } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { errorStack } from '@stepledger/contracts/error-message.ts'
import { daysToDownload } from '@stepledger/contracts/http/own-data.ts'
import type { BackgroundWork } from '../../platform/background/background-worker.ts'
import type { Accounts } from '../deps.ts'
import type { AccountsDatabase } from '../tables.ts'
import { type OwnFile, ownDataOf } from './own-files.ts'
import { lengthOf, zipOf } from './zip-files.ts'

/** Begins the keys of the zips. */
const downloads = 'downloads/'

const keptMs = daysToDownload * 24 * 3600 * 1000
/** How often expired zips are looked for, ms; and how often progress is written down. */
const lookEveryMs = 60_000
const progressEveryMs = 1_000

/** Nobody wants it any more: it was asked for again, or the player is gone. */
class NotWantedError extends Error {}

/** Makes the zips that were asked for, one after the other. What nobody knows any more goes at the start. */
export function makeDownloads(accounts: Accounts): BackgroundWork {
  let swept = false
  return async (signal) => {
    if (!swept) await sweepDownloads(accounts)
    swept = true
    return makeNext(accounts, signal)
  }
}

/** Deletes what has expired, then makes the zip that was asked for first. Gives after how many ms to look again. */
async function makeNext(accounts: Accounts, signal: AbortSignal): Promise<number> {
  const { db, log, storage, now } = accounts
  await deleteExpired(accounts)
  const wanted = await db
    .selectFrom('accounts.downloads')
    .select(['player_id', 'key'])
    .where('state', 'in', ['waiting', 'making'])
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst()
  if (!wanted) return lookEveryMs
  const { player_id: playerId } = wanted
  const key = wanted.key ?? `${downloads}${randomUUID()}.zip`
  try {
    await make(accounts, playerId, key, signal)
  } catch (error) {
    // The next start does it again.
    if (signal.aborted) throw error
    await storage.delete(key)
    if (error instanceof NotWantedError) return 0
    log.error(`own data for download: ${errorStack(error)}`)
    await db
      .updateTable('accounts.downloads')
      .set({ state: 'failed', expires_at: new Date(now() + keptMs) })
      .where('player_id', '=', playerId)
      .where('key', '=', key)
      .execute()
  }
  return 0
}

async function make(accounts: Accounts, playerId: string, key: string, signal: AbortSignal): Promise<void> {
  const { db, storage, now } = accounts
  const data = await ownDataOf(accounts, playerId)
  if (!data) throw new NotWantedError()
  // Each play is read twice: to find how long the zip is, and to send it.
  const total = data.plays.length
  const note = (done: number) =>
    noteProgress(db, { playerId, key }, { state: 'making', plays_done: done, plays_total: total })
  await db
    .updateTable('accounts.downloads')
    .set({ state: 'making', key, plays_done: 0, plays_total: total })
    .where('player_id', '=', playerId)
    .where('state', 'in', ['waiting', 'making'])
    .execute()
  let read = 0
  let notedAt = 0
  const plays = data.plays.map(
    (file): OwnFile => ({
      ...file,
      async read() {
        if (performance.now() - notedAt > progressEveryMs) {
          await note(Math.floor(read / 2))
          notedAt = performance.now()
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
  await noteProgress(
    db,
    { playerId, key },
    { state: 'ready', bytes: size, plays_done: total, expires_at: new Date(now() + keptMs) },
  )
}

/** Throws NotWantedError when the zip is not that of the row any more. */
async function noteProgress(
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
  if (numUpdatedRows === 0n) throw new NotWantedError()
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

/** Deletes zips of which no row tells: of a player who was erased while a process that made one was killed. */
async function sweepDownloads({ db, storage }: Accounts): Promise<void> {
  for await (const { key } of storage.list(downloads)) {
    const row = db.selectFrom('accounts.downloads').select('key').where('key', '=', key)
    if (!(await row.executeTakeFirst())) await storage.delete(key)
  }
}
