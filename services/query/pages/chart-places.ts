import type { ChartPlaces } from '@stepledger/contracts/http/chart-places.ts'
import type { BoardEntry } from '@stepledger/projections/boards/reads.ts'
import { rivalIdsOf } from '@stepledger/projections/players/reads.ts'
import type { Page } from '../page.ts'
import { formatEntry } from './board-page.ts'

interface PlacesQuestion {
  readonly player: string
  readonly hash: string
}

interface Found {
  readonly hash: string
  /** Number of players on each board. */
  readonly total: number
  readonly boards: readonly {
    readonly leaderboard: string
    readonly id: number
    readonly own: BoardEntry | null
    readonly next: BoardEntry | null
    readonly rivals: readonly BoardEntry[]
  }[]
}

/** Ranks of a player and the player's rivals on the boards of a chart, in a constant number of queries. */
export const chartPlacesPage: Page<PlacesQuestion, Found, ChartPlaces> = {
  async find({ generation, rankings }, { player, hash }) {
    const { systems } = generation.rules
    const rivals = await rivalIdsOf(generation, player)
    const { total, boards } = await rankings.read(generation, {
      chart: hash,
      systems: systems.map(({ id }) => id),
      from: 0,
      limit: 0,
      near: { player, others: rivals, reach: 1, all: true },
    })
    return {
      hash,
      total,
      boards: systems.map(({ id, name }) => {
        const part = boards.find(({ system }) => system === id)
        const own = part?.self ?? null
        return {
          leaderboard: name,
          id,
          own,
          next: part?.around.find(({ rank }) => own !== null && rank === own.rank - 1) ?? null,
          rivals: part?.others ?? [],
        }
      }),
    }
  },

  async show({ hash, total, boards }, { players: directory }) {
    const shown = boards.flatMap(({ own, next, rivals }) => [own, next, ...rivals])
    const players = await directory.lookUp([...new Set(shown.flatMap((entry) => entry?.player ?? []))])
    const entryOf = (entry: BoardEntry) => formatEntry(entry, players)
    return {
      answer: {
        hash,
        places: boards.map(({ own, next, rivals, ...board }) => ({
          ...board,
          total,
          own: own && entryOf(own),
          next: next && entryOf(next),
          rivals: rivals.map(entryOf),
        })),
      },
      tags: [],
    }
  },
}
