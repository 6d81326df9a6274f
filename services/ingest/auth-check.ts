import { authCheck } from '@stepledger/contracts/http/game.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyInstance } from 'fastify'
import { unauthorized } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'

/** Tells the game's title screen whose key it has. */
export function serveAuthCheck(app: FastifyInstance, players: PlayerDirectory): void {
  serve(app, authCheck, async ({ caller: { playerId } }) => {
    const player = (await players.lookUp([playerId])).get(playerId)
    if (!player) throw unauthorized('Unknown API key')
    return { message: 'OK' as const, alias: player.alias, userId: playerId }
  })
}
