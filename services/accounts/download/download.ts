import {
  createDownloadAddress,
  type Download,
  downloadFilePath,
  getDownload,
  minutesToFetch,
  startDownload,
} from '@stepledger/contracts/http/own-data.ts'
import type { FastifyInstance } from 'fastify'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import { credentialHash } from '../authentication/credential-hash.ts'
import type { Accounts } from '../deps.ts'
import { notifyOwnData } from '../erasure/own-data-channel.ts'
import { newToken } from '../sign-in/credentials.ts'
import type { DownloadRow } from '../tables.ts'
import { serveDownloadFile } from './download-file.ts'

/** Serves "Download my data": requested here, built in the background (make-downloads.ts), fetched by download-file.ts. */
export function serveDownload(app: FastifyInstance, accounts: Accounts): void {
  const { db, storage, now, random } = accounts
  const rowOf = (playerId: string) =>
    db.selectFrom('accounts.downloads').selectAll().where('player_id', '=', playerId).executeTakeFirst()

  serve(app, getDownload, async ({ caller }) => toDownload(await rowOf(caller.playerId), now()))

  serve(app, startDownload, async ({ caller: { playerId } }) => {
    const before = await rowOf(playerId)
    if (before?.state === 'waiting' || before?.state === 'making') return toDownload(before, now())
    if (before) refuseWithinCooldown(before, now())
    // Deletes the file first: a crash in between must not leave a file without its row.
    if (before && before.key !== null) await storage.delete(before.key)
    const fresh = {
      state: 'waiting',
      plays_done: 0,
      plays_total: 0,
      key: null,
      bytes: null,
      asked_at: new Date(now()),
      expires_at: null,
      token_hash: null,
      token_until: null,
    } as const
    await db
      .insertInto('accounts.downloads')
      .values({ player_id: playerId, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('player_id')
          .doUpdateSet(fresh)
          .where('accounts.downloads.state', 'in', ['ready', 'failed']),
      )
      .execute()
    await notifyOwnData(db)
    return toDownload(await rowOf(playerId), now())
  })

  serve(app, createDownloadAddress, async ({ caller: { playerId } }) => {
    const token = newToken(random)
    const { numUpdatedRows } = await db
      .updateTable('accounts.downloads')
      .set({
        token_hash: credentialHash(token),
        token_until: new Date(now() + minutesToFetch * 60_000),
      })
      .where('player_id', '=', playerId)
      .where('state', '=', 'ready')
      .where('expires_at', '>', new Date(now()))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw notFound("There's nothing to download")
    return { address: `${downloadFilePath}?${new URLSearchParams({ token })}` }
  })

  serveDownloadFile(app, accounts)
}

/** Cooldown between two downloads of a player, ms: building one reads every play twice. */
const cooldowns = { ready: 3_600_000, failed: 60_000 } as const

/** Throws 429 during the cooldown. */
function refuseWithinCooldown({ state, asked_at }: DownloadRow, now: number): void {
  const cooldown = state === 'failed' ? cooldowns.failed : cooldowns.ready
  const left = asked_at.getTime() + cooldown - now
  if (left <= 0) return
  const minutes = Math.ceil(left / 60_000)
  throw new HttpError(
    429,
    `You can start another download in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { headers: { 'retry-after': String(Math.ceil(left / 1000)) } },
  )
}

function toDownload(row: DownloadRow | undefined, now: number): Download {
  if (!row) return { state: 'none' }
  switch (row.state) {
    case 'waiting':
      return { state: 'waiting' }
    case 'making':
      return { state: 'making', playsDone: row.plays_done, playsTotal: row.plays_total }
    case 'failed':
      return { state: 'failed' }
    case 'ready':
      return row.expires_at === null || row.bytes === null || row.expires_at.getTime() <= now
        ? { state: 'none' }
        : {
            state: 'ready',
            bytes: row.bytes,
            plays: row.plays_total,
            expiresAt: row.expires_at.toISOString(),
          }
  }
}
