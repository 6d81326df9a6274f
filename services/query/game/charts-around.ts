import type { ChartAround } from '@stepledger/contracts/http/game-reads.ts'
import type { BoardEntry } from '@stepledger/projections/boards/reads.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { panelCompetitions } from '../competitions/competitions-of-panel.ts'
import type { Rankings } from '../rankings.ts'
import type { ShownSystem } from './shown-systems.ts'

interface ChartsAroundQuery {
  readonly player: string
  readonly charts: readonly string[]
  readonly systems: readonly ShownSystem[]
}

type Board = ChartAround['boards'][number]

export interface ChartAroundFound {
  readonly chart: string
  readonly boards: readonly (Omit<Board, 'rival'> & { readonly rival: BoardEntry | null })[]
  readonly events: ChartAround['events']
}

/**
 * The ranks of a player on these charts, the best rival, and the competitions that contain them. Each board is read by
 * index: the entry of the player, and one for each rival.
 */
export async function chartsAround(
  generation: GenerationDb,
  rankings: Rankings,
  { player, charts, systems }: ChartsAroundQuery,
): Promise<ChartAroundFound[]> {
  const rivals = await rivalIdsOf(generation, player)
  const found: ChartAroundFound[] = []
  for (const chart of charts) {
    const answer = await rankings.read(generation, {
      chart,
      systems: systems.map(({ id }) => id),
      from: 0,
      limit: 1,
      near: { player, others: rivals, reach: 1 },
    })
    const boards = systems.map(({ id, name }) => {
      const part = answer.boards.find(({ system }) => system === id)
      return {
        type: name,
        id,
        total: answer.total,
        rank: part?.self?.rank ?? null,
        rival: part?.others[0] ?? null,
      }
    })
    found.push({
      chart,
      boards,
      events: await panelCompetitions(generation, { player, hash: chart, systems }, Date.now()),
    })
  }
  return found
}
