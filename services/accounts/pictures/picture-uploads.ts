import { randomUUID } from 'node:crypto'
import {
  createPictureUpload,
  maxPictureBytes,
  maxPictureUploads,
  pictureSeconds,
} from '@stepledger/contracts/http/profile-image.ts'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { serveUploads } from '../../platform/storage/serve-uploads.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer } from '../lock-player.ts'

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
 * never served: see set-picture.ts. Unused uploads are deleted.
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
