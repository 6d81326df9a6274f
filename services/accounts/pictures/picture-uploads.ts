import { randomUUID } from 'node:crypto'
import {
  createPictureUpload,
  maxPictureBytes,
  mostPictureUploads,
  pictureSeconds,
} from '@stepledger/contracts/http/profile-image.ts'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { serveUploads } from '../../platform/storage/serve-uploads.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer } from '../lock-player.ts'

const prefix = 'picture-uploads/'

const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/gif': 'gif', 'image/webp': 'webp' } as const

/** How often to look for pictures that were sent and never set, ms. */
const sweepEveryMs = 600_000

/**
 * Serves addresses to which players send pictures, and takes the pictures where they are sent to this server. Nobody is
 * ever shown what was sent: see set-picture.ts. What is never set is deleted.
 */
export function servePictureUploads(app: FastifyInstance, accounts: Accounts): void {
  const { db, storage, now } = accounts
  serveUploads(app, storage, {
    prefix,
    mostBytes: maxPictureBytes,
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
    // The name of the file is the player's own: nothing of it gets into the key.
    const key = `${prefix}${randomUUID()}.${endings[contentType]}`
    await db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      const { open } = await trx
        .selectFrom('accounts.picture_uploads')
        .select((row) => row.fn.countAll<number>().as('open'))
        .where('player_id', '=', playerId)
        .where('issued_at', '>', new Date(now() - pictureSeconds * 1000))
        .executeTakeFirstOrThrow()
      if (Number(open) >= mostPictureUploads)
        throw conflict('Too many pictures are on their way; please try again in a few minutes')
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
      accounts.log.warn(`pictures that were never set: ${String(error)}`),
    )
  const timer = setInterval(() => void sweep(), sweepEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * Deletes what was sent and not set while its address was good, and as long again. Files are looked for as well as
 * rows: one may arrive while its row goes, or its player.
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
