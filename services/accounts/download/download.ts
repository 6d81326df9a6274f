import {
  createDownloadAddress,
  type Download,
  downloadFilePath,
  getDownload,
  minutesToFetch,
  startDownload,
} from '@stepledger/contracts/http/own-data.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { enforceReadLimit } from '../../platform/http/enforce-limit.ts'
import { HttpError, notFound } from '../../platform/http/http-error.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { notifyOwnData } from '../erasure/erase-player.ts'
import { credentialHash, newToken } from '../sign-in/credentials.ts'
import type { DownloadRow } from '../tables.ts'

/** Serves "Download my data": requested here, built in the background (make-downloads.ts), fetched by a link. */
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

const fileQuery = z.object({ token: z.string().min(1).max(200) })

/** Serves the zip of a player's data under a secret link that expires. */
function serveDownloadFile(app: FastifyInstance, { db, storage, now }: Accounts): void {
  app.get(downloadFilePath, async (request, reply) => {
    await enforceReadLimit(request)
    const parsed = fileQuery.safeParse(request.query)
    const at = new Date(now())
    const row =
      parsed.success &&
      (await db
        .selectFrom('accounts.downloads as d')
        .innerJoin('accounts.players as p', 'p.id', 'd.player_id')
        .select(['d.key', 'p.alias'])
        .where('d.token_hash', '=', credentialHash(parsed.data.token))
        .where('d.token_until', '>', at)
        .where('d.expires_at', '>', at)
        .where('d.state', '=', 'ready')
        .executeTakeFirst())
    const file = row && row.key !== null ? await storage.get(row.key) : null
    if (!row || !file) throw notFound('This link has expired. Please start the download again.')
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${fileNameFor(row.alias)}"`,
        'content-length': file.size,
      })
      .type(file.contentType)
      .send(file.stream)
  })
}

/** Keeps only letters and digits of the alias, which are safe in file systems and headers. */
export function fileNameFor(alias: string): string {
  const safe = alias
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return safe === '' ? 'stepledger-data.zip' : `stepledger-data-${safe}.zip`
}
