import { authCheck } from '@stepledger/contracts/http/game.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyInstance } from 'fastify'
import { unauthorized } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'

/** Serves the owner of an API key, for the game's title screen. */
export function serveKeyOwner(app: FastifyInstance, players: PlayerDirectory): void {
  serve(app, authCheck, async ({ caller: { playerId } }) => {
    const player = (await players.lookUp([playerId])).get(playerId)
    if (!player) throw unauthorized('Unknown API key')
    return { message: 'OK' as const, alias: player.alias, userId: playerId }
  })
}
