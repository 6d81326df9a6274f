import { ownScores, panel } from '@stepledger/contracts/http/game-reads.ts'
import { Pool } from 'undici'
import { z } from 'zod'
import type { Cleanup } from '../cleanup.ts'
import { latenciesOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { type FilledServer, usage } from '../setup/filled-server.ts'
import { hotChart } from '../setup/hot-chart.ts'
import { usualPlayers, wheelSize } from '../setup/wheel.ts'

/** Sequential requests per round, each from another player with an API key. */
const looks = 200
const wheels = 20

type Ask = (i: number) => Promise<unknown>

/**
 * Reads of the game: the panel of a chart and the own bests of the song wheel. The floor of a large board is a small
 * one, to show that the cost does not grow with the plays. The floor of a small one is the auth check, which verifies
 * the same API key.
 */
export async function measureGame(
  { rounds, players }: Flags,
  cleanup: Cleanup,
  filledServer: () => Promise<FilledServer>,
): Promise<Row[]> {
  const { url, wheel, crowd, server } = await filledServer()
  if (!wheel) throw new Error('the server has no song wheel')
  const pool = new Pool(url, { connections: 1 })
  cleanup.add(() => pool.close())
  const call = async <T extends z.ZodType>(
    i: number,
    path: string,
    answer: T,
    chartHashes?: readonly string[],
  ) => {
    const key = crowd.keys[i % crowd.keys.length] ?? ''
    const { statusCode, body } = await pool.request({
      method: chartHashes ? 'POST' : 'GET',
      path,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: chartHashes ? JSON.stringify({ chartHashes }) : null,
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${text}`)
    return i === 0 ? answer.parse(JSON.parse(text)) : null
  }
  const panelOf = (hash: string, total: number) => async (i: number) => {
    const shown = await call(i, `/v1/chart/${hash}/leaderboards`, panel)
    if (shown && shown.leaderboards[0]?.total !== total) throw new Error(`the board has not ${total} players`)
  }
  /** Only the first player has played the whole wheel. */
  const bestsOf = (hashes: readonly string[], own: boolean) => async (i: number) => {
    const found = await call(own ? 0 : i, '/v1/retrieve-scores', ownScores, hashes)
    if (found && Object.keys(found.scores).length !== hashes.length) throw new Error('own bests are missing')
  }
  const time = async (count: number, ask: Ask) => {
    const before = await server.ask({ kind: 'usage' }, usage)
    const ms: number[] = []
    for (let i = 0; i < count; i++) {
      const start = performance.now()
      await ask(i)
      ms.push(performance.now() - start)
    }
    const after = await server.ask({ kind: 'usage' }, usage)
    return { ...latenciesOf(ms), cpu: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / count }
  }
  const compared = (count: number, ours: Ask, floor: Ask) =>
    interleaved(
      rounds,
      () => time(count, ours),
      () => time(count, floor),
    )

  const hashes = wheel.charts.map(({ hash }) => hash)
  const known: Ask = (i) => call(i, '/v1/auth-check', z.unknown())
  const smallPanel = panelOf(wheel.usual.hash, usualPlayers)
  const smallBest = bestsOf([wheel.usual.hash], false)
  const panels = {
    usual: await compared(looks, smallPanel, known),
    hot: await compared(looks, panelOf(hotChart.hash, players), smallPanel),
  }
  const bests = {
    usual: await compared(looks, smallBest, known),
    hot: await compared(looks, bestsOf([hotChart.hash], false), smallBest),
    wheel: await compared(wheels, bestsOf(hashes, true), smallBest),
  }

  const many = `${players.toLocaleString('en-US')} players`
  const few = `${usualPlayers} players`
  const own = { path: 'game', unit: 'ms' } as const
  const check = { ...own, floorIs: 'the check of the key alone' }
  const small = { ...own, floorIs: `of a chart of ${few}` }
  return [
    rowOf({ ...check, what: `panel, chart of ${few}, p50` }, panels.usual, p50),
    rowOf(
      { ...small, what: `panel, chart of ${many}, p50`, aim: { of: 'ratio', most: 1.2 } },
      panels.hot,
      p50,
    ),
    rowOf({ ...small, what: `panel, chart of ${many}, p99` }, panels.hot, p99),
    rowOf({ ...small, what: 'the same, CPU of the server', unit: 'µs' }, panels.hot, cpu),
    rowOf({ ...check, what: `own best, chart of ${few}, p50` }, bests.usual, p50),
    rowOf(
      { ...small, what: `own best, chart of ${many}, p50`, aim: { of: 'ratio', most: 1.2 } },
      bests.hot,
      p50,
    ),
    rowOf(
      { ...small, what: `own bests on ${wheelSize} charts, p50`, floorIs: 'on one chart' },
      bests.wheel,
      p50,
    ),
    rowOf(
      { ...small, what: 'the same, CPU of the server', unit: 'µs', floorIs: 'on one chart' },
      bests.wheel,
      cpu,
    ),
  ]
}

const p50 = (run: { p50: number }) => run.p50
const p99 = (run: { p99: number }) => run.p99
const cpu = (run: { cpu: number }) => run.cpu
