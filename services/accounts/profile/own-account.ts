import { createHash } from 'node:crypto'
import { getUser, setPreferredLeaderboards } from '@stepledger/contracts/http/accounts.ts'
import { getPublishedData, setPublishedData } from '@stepledger/contracts/http/own-data.ts'
import { listCountries } from '@stepledger/contracts/http/profile.ts'
import type { FastifyInstance } from 'fastify'
import { countries } from '../../platform/countries/countries.ts'
import { cachedBody } from '../../platform/http/compress.ts'
import { Rendered } from '../../platform/http/send-answer.ts'
import { serve } from '../../platform/http/serve.ts'
import { insertAuditEntry } from '../audit.ts'
import type { Accounts } from '../deps.ts'
import { lockPlayer, playerRow, updatePlayer } from '../player-row.ts'
import { ownUser } from './own-user.ts'

export function serveOwnAccount(app: FastifyInstance, accounts: Accounts): void {
  const { db, now } = accounts

  serve(app, getUser, async ({ caller }) => {
    const user = await ownUser(accounts, caller.playerId)
    const { id, alias, profileImageUrl } = user
    const plays = await accounts.readModels.recentPlaysOf(id)
    const recentPlays = plays.map(({ player: _, ...play }) => ({
      ...play,
      user: { id, alias, profileImageUrl },
    }))
    return { ...user, recentPlays }
  })

  serve(app, setPreferredLeaderboards, async ({ caller, body }) => {
    await updatePlayer(db, caller.playerId, new Date(now()), { preferred_leaderboards: body.leaderboardIds })
    const user = await ownUser(accounts, caller.playerId)
    return { user, preferredLeaderboards: user.preferredLeaderboards }
  })
}

export function servePublishedData(app: FastifyInstance, { db, now }: Accounts): void {
  serve(app, getPublishedData, async ({ caller }) => ({
    included: (await playerRow(db, caller.playerId)).in_published_data,
  }))

  serve(app, setPublishedData, ({ caller: { playerId }, body: { included } }) =>
    db.transaction().execute(async (trx) => {
      await lockPlayer(trx, playerId)
      if ((await playerRow(trx, playerId)).in_published_data === included) return { included }
      const at = new Date(now())
      await updatePlayer(trx, playerId, at, { in_published_data: included })
      const what = included ? 'Joined the published data' : 'Left the published data'
      await insertAuditEntry(trx, { at, playerId, what })
      return { included }
    }),
  )
}

/** Serves the list of countries, which changes only with a release. */
export function serveCountries(app: FastifyInstance): void {
  const bytes = Buffer.from(JSON.stringify({ countries }))
  const etag = `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const list = new Rendered(cachedBody(bytes), { etag, 'cache-control': 'public, max-age=3600' })
  serve(app, listCountries, () => list)
}
