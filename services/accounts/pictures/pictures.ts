import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  createPictureUpload,
  maxPictureBytes,
  maxPictureUploads,
  pictureSeconds,
  pictureTooLarge,
  removePicture,
  setPicture,
} from '@stepledger/contracts/http/profile.ts'
import { mediaKey, mediaPrefix } from '@stepledger/contracts/storage-keys.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { conflict, HttpError, invalidField, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { serveUploads } from '../../platform/storage/serve-uploads.ts'
import { insertAuditEntry } from '../audit.ts'
import { deliverChangesInBackground, recordChange } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer, updatePlayer } from '../player-row.ts'
import { ownUser } from '../profile/own-user.ts'
import type { AccountsDatabase } from '../tables.ts'
import { pictureMaker } from './make-picture.ts'

export function serveSetPicture(app: FastifyInstance, accounts: Accounts): void {
  const { db, storage } = accounts
  const pictures = pictureMaker()
  // Aborts before graceful shutdown waits for requests in flight.
  app.addHook('preClose', async () => pictures.stop())

  serve(app, setPicture, async ({ caller: { playerId }, body: { profileImageUrl: key } }) => {
    const issued = await db
      .selectFrom('accounts.picture_uploads')
      .select('key')
      .where('key', '=', key)
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    if (!issued) throw invalidField('profileImageUrl', 'This upload has expired. Choose the picture again.')
    const sent = await storage.head(key)
    if (!sent) throw conflict("We haven't received this picture yet", 'profileImageUrl')
    try {
      if (sent.size > maxPictureBytes) throw invalidField('profileImageUrl', pictureTooLarge)
      const jpeg = await pictures.make(playerId, await read(key))
      await changePicture(playerId, 'Picture changed', () => storePicture(accounts, jpeg))
    } catch (error) {
      // An invalid picture stays invalid; after any other error the player may retry.
      if (error instanceof HttpError && error.status === 422) await deleteUpload(key)
      throw error
    }
    await deleteUpload(key)
    return { user: await ownUser(accounts, playerId), message: 'Picture updated' }
  })

  serve(app, removePicture, async ({ caller: { playerId } }) => {
    await changePicture(playerId, 'Picture removed', async () => null)
    return { user: await ownUser(accounts, playerId), message: 'Picture removed' }
  })

  async function deleteUpload(key: string): Promise<void> {
    await storage.delete(key)
    await db.deleteFrom('accounts.picture_uploads').where('key', '=', key).execute()
  }

  /** Reads the upload, which may have been replaced by a larger one since its size was checked. */
  async function read(key: string): Promise<Buffer> {
    const file = await storage.get(key)
    if (!file) throw conflict("We haven't received this picture yet", 'profileImageUrl')
    if (file.size <= maxPictureBytes) return buffer(file.stream)
    file.stream.destroy()
    throw invalidField('profileImageUrl', pictureTooLarge)
  }

  async function changePicture(
    playerId: string,
    what: string,
    next: () => Promise<string | null>,
  ): Promise<void> {
    const at = new Date(accounts.now())
    const old = await db.transaction().execute(async (trx) => {
      await lockPictures(trx)
      const player = trx.selectFrom('accounts.players').select('picture').where('id', '=', playerId)
      const row = await player.forUpdate().executeTakeFirst()
      if (!row) throw unauthorized('This account no longer exists')
      const picture = await next()
      if (picture === row.picture) return null
      await updatePlayer(trx, playerId, at, { picture })
      await recordChange(trx, playerId, at)
      await insertAuditEntry(trx, { at, playerId, what })
      return row.picture
    })
    if (old !== null) await discardPicture(accounts, old)
    deliverChangesInBackground(accounts)
  }
}

/**
 * Serialises storing and deleting of pictures: players may share a file, and one may be chosen while it is deleted as
 * unused. Held until the transaction ends. Must be taken before locks on players, to prevent deadlocks.
 */
async function lockPictures(db: AccountsDatabase): Promise<void> {
  const [space, key] = advisoryLocks.pictures
  await sql`select pg_advisory_xact_lock(${space}, ${key})`.execute(db)
}

/** Stores a picture and returns its SHA-256. Runs in the transaction that updates the player and holds the lock. */
async function storePicture({ storage }: Pick<Accounts, 'storage'>, jpeg: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  await storage.put(mediaKey(sha256, 'jpg'), jpeg)
  return sha256
}

/** Deletes a player's former picture, unless another player has it. Runs after the transaction that removed it. */
async function discardPicture(
  { storage, db }: Pick<Accounts, 'storage' | 'db'>,
  sha256: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPictures(trx)
    const other = trx.selectFrom('accounts.players').select('id').where('picture', '=', sha256).limit(1)
    if (!(await other.executeTakeFirst())) await storage.delete(mediaKey(sha256, 'jpg'))
  })
}

/** ms. Infrequent, as it lists all media of packs. */
const everyMs = 86_400_000

/** Newer files may not be assigned to a player yet, ms. */
const minAgeMs = 3_600_000

const pictureKey = /\/([0-9a-f]{64})\.jpg$/

const batchSize = 1_000

type Deps = Pick<Accounts, 'db' | 'storage' | 'now'>

/**
 * Deletes orphaned pictures once a day: a crash may come between the file and the row. Returns ms until the next run.
 */
export function sweepPictures(deps: Deps) {
  const { storage, now } = deps
  let next = Number.NEGATIVE_INFINITY
  return async (signal: AbortSignal): Promise<number> => {
    if (now() < next) return next - now()
    let batch: string[] = []
    for await (const { key, modifiedAt } of storage.list(mediaPrefix)) {
      signal.throwIfAborted()
      const sha256 = pictureKey.exec(key)?.[1]
      if (sha256 && modifiedAt.getTime() <= now() - minAgeMs) batch.push(sha256)
      if (batch.length < batchSize) continue
      await dropOrphaned(deps, batch)
      batch = []
    }
    await dropOrphaned(deps, batch)
    next = now() + everyMs
    return everyMs
  }
}

async function dropOrphaned(deps: Deps, pictures: readonly string[]): Promise<void> {
  if (pictures.length === 0) return
  const owned = await deps.db
    .selectFrom('accounts.players')
    .select('picture')
    .where('picture', 'in', pictures)
    .execute()
  const used = new Set(owned.map(({ picture }) => picture))
  for (const sha256 of pictures) if (!used.has(sha256)) await discardPicture(deps, sha256)
}

const prefix = 'picture-uploads/'

const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const

/** Interval of deleting uploads that were never set as a picture, ms. */
const sweepEveryMs = 600_000

/**
 * Serves signed upload URLs for pictures, and the uploads themselves when the storage is a folder. Uploaded bytes are
 * never served. Unused uploads are deleted.
 */
export function servePictureUploads(app: FastifyInstance, accounts: Accounts): void {
  const { db, storage, now } = accounts
  serveUploads(app, storage, {
    prefix,
    maxBytes: maxPictureBytes,
    async isAwaited(key) {
      const upload = await db
        .selectFrom('accounts.picture_uploads')
        .select('key')
        .where('key', '=', key)
        .where('issued_at', '>', new Date(now() - pictureSeconds * 1000))
        .executeTakeFirst()
      return upload !== undefined
    },
  })

  serve(app, createPictureUpload, async ({ caller: { playerId }, body: { contentType, size = null } }) => {
    // The key contains nothing of the file's name, which is private.
    const key = `${prefix}${randomUUID()}.${extensions[contentType]}`
    await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const { open } = await trx
        .selectFrom('accounts.picture_uploads')
        .select((row) => row.fn.countAll<number>().as('open'))
        .where('player_id', '=', playerId)
        .where('issued_at', '>', new Date(now() - pictureSeconds * 1000))
        .executeTakeFirstOrThrow()
      if (open >= maxPictureUploads)
        throw conflict('Too many uploads at once. Please try again in a few minutes.')
      await trx
        .insertInto('accounts.picture_uploads')
        .values({ key, player_id: playerId, issued_at: new Date(now()) })
        .execute()
    })
    const { url, headers } = await storage.signPut(key, size, pictureSeconds)
    return { uploadUrl: url, profileImageUrl: key, headers }
  })

  const sweep = () =>
    sweepPictureUploads(accounts).catch((error: unknown) =>
      accounts.log.warn(`sweeping unused picture uploads failed: ${String(error)}`),
    )
  const timer = setInterval(() => void sweep(), sweepEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Deletes uploads that were not set within twice the lifetime of their URL. Lists files as well as rows, as a file may
 * arrive while its row or player is deleted.
 */
export async function sweepPictureUploads({
  db,
  storage,
  now,
}: Pick<Accounts, 'db' | 'storage' | 'now'>): Promise<void> {
  const before = new Date(now() - 2 * pictureSeconds * 1000)
  await db.deleteFrom('accounts.picture_uploads').where('issued_at', '<', before).execute()
  for await (const { key, modifiedAt } of storage.list(prefix))
    if (modifiedAt < before) await storage.delete(key)
}
