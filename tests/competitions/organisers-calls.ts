import { getCompetition } from '@stepledger/contracts/http/competitions.ts'
import { competitionDraft } from '@stepledger/contracts/http/organised-competitions.ts'
import { errorAnswer } from '@stepledger/contracts/http/route.ts'
import { grantPermission } from '@stepledger/services/accounts/operations/serve-operated-players.ts'
import { call, newPlayer, type Player } from '../system/client.ts'
import type { CompetitionServer } from './competition-server.ts'

/** New players whose addresses are confirmed. */
export async function organisersOf(
  { url, database }: CompetitionServer,
  ...aliases: readonly string[]
): Promise<Player[]> {
  const players = await Promise.all(aliases.map((alias) => newPlayer(url, alias)))
  await database.pool.query('update accounts.players set email_verified_at = now()')
  return players
}

/** A new player who operates the site. */
export async function operatorOf({ url, database }: CompetitionServer, alias: string): Promise<Player> {
  const operator = await newPlayer(url, alias)
  await grantPermission(database, alias, 'ledger.operate')
  return operator
}

/** Calls as a player, or without signing in. */
export function organisersCalls(server: () => CompetitionServer) {
  const ask = (path: string, by: Player | null, body?: unknown, method?: string) =>
    call(`${server().url}${path}`, {
      ...(by && { token: by.token }),
      ...(body !== undefined && { body }),
      ...(method !== undefined && { method }),
    })
  return {
    ask,
    async errorOf(answer: ReturnType<typeof ask>) {
      const { status, body } = await answer
      const { error, field } = errorAnswer.parse(body)
      return [status, field ?? null, error]
    },
    newDraft: async (by: Player, document: object) =>
      competitionDraft.parse((await ask('/api/event-drafts', by, { document })).body),
    page: async (by: Player | null = null, slug = 'night-shift') =>
      getCompetition.answer.parse((await ask(`/api/event/${slug}`, by)).body),
  }
}
