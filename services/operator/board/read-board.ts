import { boardFrom } from '@stepledger/contracts/board-name.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { shownChart } from '@stepledger/projections/catalogue/reads.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { boardAt, endOfDay } from '@stepledger/projections/records/board-at.ts'
import { percentText } from '@stepledger/projections/scoring/percent-text.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

interface BoardQuestion {
  readonly chart: string
  /** In UTC; now by default. */
  readonly at?: string
  readonly leaderboard?: string
  /** First rank. */
  readonly from: number
  readonly rows: number
}

export type ShownBoard = NonNullable<Awaited<ReturnType<typeof readBoard>>>

/** Reads some ranks of a board; null for an unknown chart. Throws CommandFailedError, TooManyChangesError. */
export async function readBoard(
  store: Pick<Store, 'database' | 'readModels' | 'players'>,
  { chart, at, leaderboard, from, rows }: BoardQuestion,
) {
  const live = await readLiveGeneration(store.database)
  if (!live) throw new CommandFailedError('No generation is live')
  const generation = readable(live, store.readModels)
  const system = leaderboard === undefined ? itemAt(live.rules.systems, 0) : systemNamed(live, leaderboard)
  const shown = await shownChart(generation, chart)
  if (!shown) return null
  const until = at === undefined ? null : endOfDay(at)
  const { total, entries } = await boardAt(
    generation,
    { chart, system: system.id, until },
    { from: from - 1, limit: rows },
  )
  const players = await store.players.lookUp(entries.map(({ player }) => player))
  return {
    chart: { hash: chart, title: shown.title },
    leaderboard: system.name,
    at: at ?? null,
    generation: live.id,
    rules: live.rules.title,
    total,
    entries: entries.map(({ rank, player, hundredths, grade, playId, playedAt }) => ({
      rank,
      player: { id: player, alias: players.get(player)?.alias ?? null },
      score: percentText(hundredths),
      grade,
      playId,
      playedAt: new Date(playedAt).toISOString(),
    })),
  }
}

function systemNamed(
  { rules }: { rules: { systems: readonly { id: number; name: string }[] } },
  text: string,
) {
  const name = boardFrom(text)
  const system = rules.systems.find((each) => name !== null && boardFrom(each.name) === name)
  if (system) return system
  const names = rules.systems.map((each) => each.name).join(', ')
  throw new CommandFailedError(`There is no leaderboard ${text}. There are: ${names}.`)
}
