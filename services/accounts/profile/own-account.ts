import { getUser, setPreferredLeaderboards } from '@stepledger/contracts/http/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Accounts } from '../deps.ts'
import { updatePlayer } from '../player-row.ts'
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
