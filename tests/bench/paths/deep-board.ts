import { leaderboardPageSize } from '@stepledger/contracts/http/charts.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import { Pool } from 'undici'
import { latenciesOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { type FilledServer, smallChartsPerRound } from '../setup/filled-server.ts'
import { hotChart, hotPath } from '../setup/hot-chart.ts'

/**
 * Pages near the end of the hot chart's boards, and the ranks there. Each page is requested once, so none comes from
 * the cache. Requests are sequential.
 */
export async function measureDeepBoard(flags: Flags, filled: FilledServer): Promise<Row[]> {
  const { players, rounds } = flags
  const pages = Math.ceil(players / leaderboardPageSize)
  const looks = Math.min(smallChartsPerRound, Math.floor(pages / 2 / (rounds + 1)))
  const pool = new Pool(filled.url, { connections: 1 })
  const ask = async (path: string) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`)
  }
  const deep = await interleaved(
    rounds,
    (round) => each(looks, (i) => ask(`${hotPath}?page=${pages - round * looks - i}`)),
    (round) =>
      each(looks, (i) => ask(`/api/chart/${filled.smallCharts[round * looks + i] ?? ''}/leaderboards`)),
  )
  await pool.close()
  const rank = await measureRank(flags, filled)

  const page = {
    path: 'board',
    unit: 'ms',
    floorIs: 'first page of a chart of 25 players, not cached',
  } as const
  const own = { path: 'board', unit: 'ms', floorIs: 'one row of the board, by key' } as const
  return [
    rowOf({ ...page, what: 'deep page, not cached, p50' }, deep, p50),
    rowOf({ ...page, what: 'deep page, not cached, p99', aim: { most: 5 } }, deep, p99),
    rowOf({ ...own, what: 'rank, total, delta in all systems, p50' }, rank, p50),
    rowOf({ ...own, what: 'rank, total, delta in all systems, p99', aim: { most: 5 } }, rank, p99),
  ]
}

const p50 = (ms: { p50: number }) => ms.p50
const p99 = (ms: { p99: number }) => ms.p99

/** The reads behind the answer to a play, directly on the read model, compared with the cheapest query of Postgres. */
async function measureRank({ players, rounds }: Flags, { bench, progress, crowd }: FilledServer) {
  const live = progress.current()?.generation
  if (!live) throw new Error('no generation is live')
  const { pool } = bench.engine.database
  const generation = readable(live, openReadModels(pool))
  const looks = 200
  const someone = (i: number) => {
    const n = (i * 7919) % players
    return { chart: hotChart.hash, player: crowd.ids[n] ?? '', playId: n + 1 }
  }
  return interleaved(
    rounds,
    () =>
      each(looks, async (i) => {
        const standings = await standingsOf(generation, someone(i))
        if (standings.length === 0) throw new Error('a seeded play has no rank')
      }),
    () =>
      each(looks, (i) =>
        pool.query({
          name: 'bench-best',
          text: `select key from ${generation.schema}.best where chart = $1 and player = $2 and system = $3`,
          values: [hotChart.hash, someone(i).player, generation.rules.systems[0]?.id],
        }),
      ),
  )
}

/** Sequential calls. */
async function each(count: number, work: (i: number) => Promise<unknown>) {
  const ms: number[] = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    await work(i)
    ms.push(performance.now() - start)
  }
  return latenciesOf(ms)
}
