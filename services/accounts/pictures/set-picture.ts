import { buffer } from 'node:stream/consumers'
import {
  maxPictureBytes,
  pictureTooLarge,
  removePicture,
  setPicture,
} from '@stepledger/contracts/http/profile-image.ts'
import type { FastifyInstance } from 'fastify'
import { conflict, HttpError, invalidField, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit/audit.ts'
import { deliverChangesInBackground, recordChange } from '../changed-players-outbox.ts'
import type { Accounts } from '../deps.ts'
import { updatePlayer } from '../player-row.ts'
import { ownUser } from '../profile/own-user.ts'
import { pictureMaker } from './make-picture.ts'
import { discardPicture, lockPictures, storePicture } from './store-picture.ts'

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
