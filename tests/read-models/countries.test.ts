import {
  boardOfCountry,
  countriesOfPlayers,
  followCountries,
} from '@stepledger/projections/countries/countries.ts'
import { filteredStandings } from '@stepledger/projections/standings/standings-of-country-or-rivals.ts'
import { migrateGenerations } from '@stepledger/services/projector/generations/tables.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { type FoldedModels, foldedModels } from './folded-models.ts'

const chart = 'aaaaaaaaaaaaaaaa'
/** EX. */
const system = 2
const [finland, japan] = [246, 392]
const players = Array.from({ length: 6 }, (_, i) => playerNumber(i + 1))

let models: FoldedModels
beforeAll(async () => {
  models = await foldedModels()
  await migrateGenerations(models.database)
})
afterAll(() => models.close())

const live = (player: string, country: number | null) =>
  models.generation.db.transaction().execute((tx) => followCountries(tx, [{ player, country }]))

/** Rank in the country, rank of all and number of the player. */
async function board(country: number, page = { from: 0, limit: 10 }) {
  const read = (maxLookUps: number) =>
    boardOfCountry(models.generation, { chart, system, country }, { ...page, maxLookUps })
  const { total, entries } = await read(10)
  // A country of many players is read from the board.
  expect(await read(0)).toEqual({ total, entries })
  const shown = entries.map(({ rank, rankOfAll, player }) => [rank, rankOfAll, players.indexOf(player) + 1])
  return { total, shown }
}

it('a board of a country has its players in the order of the board, and follows a move at once', async () => {
  // Given six players on a board, the first of whom is the best, every other one of Finland,
  const offsets = [0.001, 0.018, 0.03, 0.05, 0.09, 0.14]
  await models.fold(
    players.map((player, i) =>
      smallPlay({ playId: i + 1, player, chart, offset: offsets[i] ?? 0, at: 1_800_000_000_000 + i * 1000 }),
    ),
  )
  for (const [i, player] of players.entries()) await live(player, i % 2 === 0 ? finland : null)

  // then its board has those, ranked among themselves, on pages.
  expect(await board(finland)).toEqual({
    total: 3,
    shown: [
      [1, 1, 1],
      [2, 3, 3],
      [3, 5, 5],
    ],
  })
  expect(await board(finland, { from: 1, limit: 1 })).toEqual({ total: 3, shown: [[2, 3, 3]] })
  expect(await board(japan)).toEqual({ total: 0, shown: [] })

  expect(await countriesOfPlayers(models.generation)).toEqual([finland])

  // When one moves and one is gone, then both boards have changed without a fold.
  expect((await live(players[2] ?? '', japan)).toSorted()).toEqual([finland, japan])
  await live(players[0] ?? '', null)
  expect(await board(finland)).toEqual({ total: 1, shown: [[1, 5, 5]] })
  expect(await board(japan)).toEqual({ total: 1, shown: [[1, 3, 3]] })
  expect(await countriesOfPlayers(models.generation)).toEqual([finland, japan])
})

it('standings among some players have their ranks among themselves and among all, and share those of equal points', async () => {
  // Given two blocks of a ranking, in which players 2 and 3 have equal points,
  await models.database.pool.query(
    `insert into g1.event_rankings (slug, round, board, block, lowest, players, points, charts)
     values ('blue', 0, 0, 0, 70, $1, '{90,80,80,70}', '{1,1,1,1}'), ('blue', 0, 0, 1, 50, $2, '{60,50}', '{1,1}')`,
    [players.slice(0, 4), players.slice(4)],
  )
  const key = { slug: 'blue', round: 0, board: 0 }
  const among = async (of: Parameters<typeof filteredStandings>[2], page = { from: 0, limit: 10 }) => {
    const { total, totals } = await filteredStandings(models.generation, key, of, page)
    return { total, shown: totals.map((one) => [one.rank, one.rankOfAll, players.indexOf(one.player) + 1]) }
  }
  const some = { players: [6, 3, 2].map((n) => players[n - 1] ?? '') }
  expect(await among(some)).toEqual({
    total: 3,
    shown: [
      [1, 2, 2],
      [1, 2, 3],
      [3, 6, 6],
    ],
  })
  expect(await among(some, { from: 2, limit: 1 })).toEqual({ total: 3, shown: [[3, 6, 6]] })
  expect(await among({ country: japan })).toEqual({ total: 1, shown: [[1, 2, 3]] })
  expect(await among({ players: [] })).toEqual({ total: 0, shown: [] })
})
