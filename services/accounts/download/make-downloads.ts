import { randomUUID } from 'node:crypto'
import { addAbortSignal, PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { asError, errorStack } from '@stepledger/contracts/error-message.ts'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import { daysToDownload } from '@stepledger/contracts/http/own-data.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { jsonText } from '@stepledger/contracts/play/json-text.ts'
import { unpackPlay } from '@stepledger/contracts/play/pack-play.ts'
import { unseal } from '@stepledger/contracts/play/sealing.ts'
import { mediaKey, posterKey } from '@stepledger/contracts/storage-keys.ts'
import { ZipFile } from 'yazl'
import type { BackgroundWork } from '../../platform/background/background-worker.ts'
import type { Accounts } from '../deps.ts'
import { notificationSettingsOf } from '../notifications.ts'
import { aliasesOf, findPlayerRow } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'

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

/**
 * Streams a zip with one file in memory at a time. Deterministic for the same files and `at`, so that a first pass can
 * compute the length that the storage needs, without a temporary file that would survive a crash.
 */
function zipOf(files: readonly OwnFile[], at: Date): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error: Error) => out.destroy(error))
  zip.outputStream.pipe(out)
  for (const { name, read } of files) {
    zip.addReadStreamLazy(name, { mtime: at }, (addStream) => {
      // The reader has disconnected.
      if (out.destroyed) return
      read().then(
        (content) => {
          const stream = new PassThrough()
          stream.end(content)
          addStream(null, stream)
        },
        (error: unknown) => out.destroy(asError(error)),
      )
    })
  }
  zip.end()
  return out
}

/** Length of a stream, bytes. */
async function lengthOf(stream: Readable): Promise<number> {
  let length = 0
  for await (const chunk of stream) length += Buffer.byteLength(chunk)
  return length
}

/** A file of the zip. `read` is deterministic. */
interface OwnFile {
  readonly name: string
  read(): Promise<Buffer>
}

/** Maximum refusals, by key, reason and day: more than those of a week. */
const maxRefused = 500

interface OwnData {
  readonly files: readonly OwnFile[]
  readonly plays: readonly OwnFile[]
}

/** A snapshot of all data of a player; plays are read lazily from the ledger. Null when the player no longer exists. */
async function ownDataOf(accounts: Accounts, playerId: string): Promise<OwnData | null> {
  const { db, ledger, readModels } = accounts
  const player = await findPlayerRow(db, 'id', playerId)
  if (!player) return null
  const { sealing_key: key, picture } = player
  const documents = await documentsOf(accounts, playerId)
  const profile = {
    id: player.id,
    alias: player.alias,
    email: player.email,
    emailVerifiedAt: player.email_verified_at,
    countryId: player.country_id,
    timeZone: player.time_zone,
    preferredLeaderboards: player.preferred_leaderboards,
    inPublishedData: player.in_published_data,
    notifications: await notificationSettingsOf(db, playerId),
    createdAt: player.created_at,
    updatedAt: player.updated_at,
  }
  const positions = await readModels.playPositionsOf(playerId)
  const image = picture === null ? null : await pictureOf(accounts, mediaKey(picture, 'jpg'))
  const posters = await postersOf(accounts, playerId)
  return {
    files: [
      ...Object.entries({ profile, ...documents }).map(([name, content]) => {
        const text = Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
        return { name: `${name}.json`, read: async () => text }
      }),
      ...(image ? [{ name: 'picture.jpg', read: async () => image }] : []),
      ...posters,
    ],
    plays: positions.map(({ playId, ...position }) => ({
      name: `plays/${playId}.json`,
      read: () => bodyOf(ledger, position, key),
    })),
  }
}

/** Rows of tables without secrets, by file name. */
async function documentsOf({ db, readModels, refusedPlaysOf, now }: Accounts, playerId: string) {
  const rivals = await readModels.rivalsOf(playerId)
  const aliases = await aliasesOf(
    db,
    rivals.map(({ rival }) => rival),
  )
  return {
    rivals: rivals.map(({ rival, since }) => ({
      userId: rival,
      alias: aliases.get(rival) ?? null,
      since: new Date(since),
    })),
    events: (await readModels.participationsOf(playerId)).map(({ slug, status, since }) => ({
      event: slug,
      status,
      since: new Date(since),
    })),
    milestones: (await readModels.milestonesOf(playerId)).map(({ playedAt, ...milestone }) => ({
      ...milestone,
      playedAt: new Date(playedAt),
    })),
    'refused-plays': (await refusedPlaysOf(playerId, { since: 0, before: now() + 1, limit: maxRefused })).map(
      ({ kind: _, at, ...refused }) => ({ ...refused, at: new Date(at) }),
    ),
    'api-keys': await db
      .selectFrom('accounts.api_keys')
      .select([
        'fingerprint',
        'name',
        'created_at as createdAt',
        'last_used_at as lastUsedAt',
        'last_used_network as lastUsedNetwork',
        'last_used_client as lastUsedClient',
      ])
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    passkeys: await db
      .selectFrom('accounts.passkeys')
      .select(['name', 'device_type as deviceType', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    sessions: await db
      .selectFrom('accounts.sessions')
      .select(['device', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    permissions: await db
      .selectFrom('accounts.permissions')
      .select(['permission', 'granted_at as grantedAt'])
      .where('player_id', '=', playerId)
      .execute(),
    'former-aliases': await db
      .selectFrom('accounts.former_aliases')
      .select(['alias', 'until'])
      .where('player_id', '=', playerId)
      .execute(),
    'event-drafts': await db
      .selectFrom('competitions.drafts')
      .select(['document', 'created_at as createdAt', 'updated_at as updatedAt'])
      .where('owner', '=', playerId)
      .orderBy('created_at')
      .execute(),
    invitations: await db
      .selectFrom('competitions.invited')
      .select(['slug as event', 'opened_at as openedAt'])
      .where('player', '=', playerId)
      .orderBy('opened_at')
      .execute(),
    history: await db
      .selectFrom('accounts.audit')
      .select(['at', 'by', 'what', 'details'])
      .where('player_id', '=', playerId)
      .orderBy('id')
      .execute(),
  }
}

async function pictureOf({ storage }: Pick<Accounts, 'storage'>, key: string): Promise<Buffer | null> {
  const file = await storage.get(key)
  return file && buffer(file.stream)
}

/** More than a player's drafts and competitions can have. */
const maxPosters = 50

/** The pictures that a player uploaded for posters, the last used first. */
async function postersOf(
  { db, storage }: Pick<Accounts, 'db' | 'storage'>,
  playerId: string,
): Promise<OwnFile[]> {
  const rows = await db
    .selectFrom('competitions.pictures')
    .select('sha256')
    .where('owner', '=', playerId)
    .orderBy('used_at', 'desc')
    .limit(maxPosters)
    .execute()
  const posters: OwnFile[] = []
  for (const { sha256 } of rows) {
    const image = await pictureOf({ storage }, posterKey(sha256))
    if (image) posters.push({ name: `event-pictures/${sha256}.jpg`, read: async () => image })
  }
  return posters
}

/** The body of a play as submitted, with all fields. */
async function bodyOf(ledger: Accounts['ledger'], position: Position, sealingKey: Buffer): Promise<Buffer> {
  const recorded = await ledger.at('events', position)
  const event = recorded && decodeEvent(recorded.bytes)
  if (event?.type !== 'PlaySubmitted') throw new Error(`no play at ${position.partition}:${position.offset}`)
  return Buffer.from(jsonText(unpackPlay(event.data, unseal(event.data.sealed, sealingKey))))
}
