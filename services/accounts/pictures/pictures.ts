import { createHash } from 'node:crypto'
import {
  createPictureUpload,
  pictureSide,
  removePicture,
  setPicture,
} from '@stepledger/contracts/http/profile.ts'
import { mediaKey, mediaPrefix } from '@stepledger/contracts/storage-keys.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { pictureMaker } from '../../platform/images/make-picture.ts'
import {
  type PictureUploads,
  pictureUploads,
  servePictureUploads,
} from '../../platform/images/picture-uploads.ts'
import { insertAuditEntry } from '../audit.ts'
import { deliverChangesInBackground, recordChange } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { updatePlayer } from '../player-row.ts'
import { ownUser } from '../profile/own-user.ts'
import type { AccountsDatabase } from '../tables.ts'

/** Serves the picture of the caller's profile, and its upload. */
export function servePictures(app: FastifyInstance, accounts: Accounts): void {
  const { db } = accounts
  const pictures = pictureMaker({ width: pictureSide, height: pictureSide, field: 'profileImageUrl' })
  // Aborts before graceful shutdown waits for requests in flight.
  app.addHook('preClose', async () => pictures.stop())
  const uploads = profilePictureUploads(accounts)
  servePictureUploads(app, accounts, uploads)

  serve(app, createPictureUpload, async ({ caller: { playerId }, body: { contentType, size = null } }) => {
    const { key, url, headers } = await uploads.issue(playerId, contentType, size)
    return { uploadUrl: url, profileImageUrl: key, headers }
  })

  serve(app, setPicture, async ({ caller: { playerId }, body: { profileImageUrl: key } }) => {
    await uploads.consume(playerId, key, async (bytes) => {
      const jpeg = await pictures.make(playerId, bytes)
      await changePicture(playerId, 'Picture changed', () => storePicture(accounts, jpeg))
    })
    return { user: await ownUser(accounts, playerId), message: 'Picture updated' }
  })

  serve(app, removePicture, async ({ caller: { playerId } }) => {
    await changePicture(playerId, 'Picture removed', async () => null)
    return { user: await ownUser(accounts, playerId), message: 'Picture removed' }
  })

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

/** Uploads of profile pictures. */
export function profilePictureUploads(deps: Pick<Accounts, 'database' | 'storage' | 'now'>): PictureUploads {
  return pictureUploads(deps, {
    table: 'accounts.picture_uploads',
    prefix: 'picture-uploads/',
    field: 'profileImageUrl',
    async lock(tx, playerId) {
      const { rowCount } = await tx.query('SELECT FROM accounts.players WHERE id = $1 FOR UPDATE', [playerId])
      if (rowCount === 0) throw unauthorized('This account no longer exists')
    },
  })
}
