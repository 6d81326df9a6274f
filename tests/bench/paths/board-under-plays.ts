import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import type { FilledServer } from '../setup/filled-server.ts'
import { hotChart, hotPath } from '../setup/hot-chart.ts'
import { sent } from './sent.ts'

const playsPerSecond = 50
/** A rate with a higher p99, ms, or with skipped requests is too high; half of it is tried next. */
const bearable = 100
const minRate = 125

/** Latency of the hot page at a steady rate while plays on the chart invalidate the cached page. */
export async function measureBoardUnderPlays(
  { rounds, seconds }: Flags,
  cleanup: Cleanup,
  { url, crowd }: FilledServer,
  bareUrl: string,
): Promise<Row[]> {
  const [reader, player] = [startChild('sender.ts'), startChild('sender.ts')]
  cleanup.add(() => Promise.all([reader.end(), player.end()]))
  const plays = {
    kind: 'plays',
    url,
    perSecond: playsPerSecond,
    keys: crowd.keys,
    charts: hotChart.hash,
    seed: hotChart.seed,
    headers: { prefer: 'wait=0' },
  }
  const underPlays = async (perSecond: number) => {
    const pages = { kind: 'pages', url, path: hotPath, perSecond, seconds }
    const [read] = await Promise.all([reader.ask(pages, sent), player.ask({ ...plays, seconds }, sent)])
    return read
  }
  const alone = (perSecond: number) =>
    reader.ask({ kind: 'pages', url: bareUrl, path: '/page', perSecond, seconds }, sent)

  let rate = 2000
  await underPlays(rate)
  for (; rate > minRate; rate = Math.round(rate / 2)) {
    const tried = await underPlays(rate)
    if (tried.skipped === 0 && tried.p99 < bearable) break
  }
  const measured = await interleaved(
    rounds,
    () => underPlays(rate),
    () => alone(rate),
  )
  const what = `${rate.toLocaleString('en-US')}/s while ${playsPerSecond} plays/s hit it`
  const text = { path: 'board', unit: 'ms', floorIs: 'bare Fastify, same rate, no plays' } as const
  return [
    rowOf({ ...text, what: `${what}, p50` }, measured, (run) => run.p50),
    rowOf({ ...text, what: `${what}, p99`, aim: { of: 'ratio', most: 2 } }, measured, (run) => run.p99),
  ]
}
