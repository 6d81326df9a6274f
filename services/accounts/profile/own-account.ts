import { getUser, setPreferredLeaderboards } from '@stepledger/contracts/http/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { ownUser } from './own-user.ts'

/** Serves the own account and its preferred leaderboards. */
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
    await db
      .updateTable('accounts.players')
      .set({ preferred_leaderboards: body.leaderboardIds, updated_at: new Date(now()) })
      .where('id', '=', caller.playerId)
      .execute()
    const user = await ownUser(accounts, caller.playerId)
    return { user, preferredLeaderboards: user.preferredLeaderboards }
  })
}
