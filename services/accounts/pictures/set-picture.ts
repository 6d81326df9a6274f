import { buffer } from 'node:stream/consumers'
import {
  maxPictureBytes,
  pictureTooLarge,
  removePicture,
  setPicture,
} from '@stepledger/contracts/http/profile-image.ts'
import type { FastifyInstance } from 'fastify'
import { breaksRule, conflict, HttpError, unauthorized } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { noteInAudit } from '../audit/audit.ts'
import { deliverChangesSoon, recordChange } from '../change-outbox.ts'
import type { Accounts } from '../deps.ts'
import { ownUser } from '../profile/own-user.ts'
import { dropPicture, keepPicture, lockPictures } from './keep-picture.ts'
import { pictureMaker } from './make-picture.ts'

/** Serves setting the own picture to one that was sent, and removing it. */
export function serveSetPicture(app: FastifyInstance, accounts: Accounts): void {
  const { db, storage } = accounts
  const pictures = pictureMaker()
  // Before requests at hand are waited for.
  app.addHook('preClose', async () => pictures.stop())

  serve(app, setPicture, async ({ caller: { playerId }, body: { profileImageUrl: key } }) => {
    const issued = await db
      .selectFrom('accounts.picture_uploads')
      .select('key')
      .where('key', '=', key)
      .where('player_id', '=', playerId)
      .executeTakeFirst()
    if (!issued) throw breaksRule('profileImageUrl', 'This picture was not sent by you, or too long ago')
    const sent = await storage.head(key)
    if (!sent) throw conflict('This picture has not arrived yet', 'profileImageUrl')
    try {
      if (sent.size > maxPictureBytes) throw breaksRule('profileImageUrl', pictureTooLarge)
      const jpeg = await pictures.make(playerId, await read(key))
      await changePicture(playerId, 'Picture changed', () => keepPicture(accounts, jpeg))
    } catch (error) {
      // What is no picture never will be one; after anything else it may be tried again.
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

  /** What was sent, which may be larger by now than it was. */
  async function read(key: string): Promise<Buffer> {
    const found = await storage.get(key)
    if (!found) throw conflict('This picture has not arrived yet', 'profileImageUrl')
    if (found.size <= maxPictureBytes) return buffer(found.stream)
    found.stream.destroy()
    throw breaksRule('profileImageUrl', pictureTooLarge)
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
      await trx
        .updateTable('accounts.players')
        .set({ picture, updated_at: at })
        .where('id', '=', playerId)
        .execute()
      await recordChange(trx, playerId, at)
      await noteInAudit(trx, { at, playerId, what })
      return row.picture
    })
    if (old !== null) await dropPicture(accounts, old)
    deliverChangesSoon(accounts)
  }
}
