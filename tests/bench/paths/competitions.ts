import { setTimeout as sleep } from 'node:timers/promises'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { isWaitingToSettle, settledUpTo } from '@stepledger/projections/standings/progress.ts'
import { generatedChart } from '../../generators/chart.ts'
import { announced, competition } from '../../generators/competition.ts'
import { startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Aim, type Row, rowOf } from '../rows.ts'
import { crowdIds } from '../setup/crowd.ts'
import type { FilledServer } from '../setup/filled-server.ts'
import { appendAll, waitUntilFolded } from '../setup/open-engine.ts'
import { playEvent } from '../setup/play-events.ts'
import { usualRows } from '../setup/play-texts.ts'
import { sent } from './sent.ts'

const competitions = 500
/** In one more competition, on as many charts. */
const playersOfOne = 20_000
/** Each of these charts is in 25 competitions, as each competition has two. */
const charts = 40
const seeds = { inCompetitions: 500, inCrowd: 700, inNone: 900 } as const
const perSecond = 50
const day = 86_400_000
const pollMs = 20
const timeoutMs = 120_000
/** Beyond the ids that the server gives. */
const firstPlayId = 5_000_000

/**
 * Plays on charts of 25 of 500 running competitions each, and plays on charts of one that has 20,000 players, beside the same
 * on charts of none.
 */
export async function measureCompetitions(
  flags: Flags,
  cleanup: Cleanup,
  filledServer: () => Promise<FilledServer>,
): Promise<Row[]> {
  const { bench, progress, crowd, url } = await filledServer()
  const { database, ledger } = bench.engine
  const generation = await readLiveGeneration(database)
  if (!generation) throw new Error('no generation is live')
  const { schema } = generation
  const chartsFrom = (seed: number) =>
    Array.from({ length: charts }, (_, i) => generatedChart({ seed: seed + i, rows: usualRows }))
  const hashes = chartsFrom(seeds.inCompetitions).map(({ hash }) => hash)
  const crowded = chartsFrom(seeds.inCrowd)
  const now = Date.now()
  const announce = async (slug: string, start: number, ofRound: string[]) => {
    const round = { name: 'Round 1', start, end: now + day, charts: ofRound }
    const event = announced(competition({ slug, rounds: [round] }))
    await ledger.append('rules', { key: event.key, bytes: encodeAnyEvent(event) })
  }
  for (let i = 0; i < competitions; i++) {
    await announce(`cup-${i}`, now - day, [
      itemAt(hashes, (2 * i) % charts),
      itemAt(hashes, (2 * i + 1) % charts),
    ])
  }
  await announce(
    'crowd',
    Date.parse('2025-01-01T00:00:00Z'),
    crowded.map(({ hash }) => hash),
  )
  await appendAll(
    bench,
    crowdIds(playersOfOne).map((player, i) =>
      playEvent({
        playId: firstPlayId + i,
        player,
        chart: itemAt(crowded, i % charts),
        skill: (i % 997) / 997,
      }),
    ),
  )
  await waitUntilFolded(bench, progress)
  const [end = 0] = await ledger.ends('rules')
  const until = async (isDone: () => Promise<boolean>) => {
    const start = performance.now()
    while (!(await isDone())) {
      if (performance.now() - start > timeoutMs) throw new Error('the standings did not follow')
      await sleep(pollMs)
    }
    return performance.now() - start
  }
  await until(async () => (await settledUpTo(database.pool, schema)) >= end)
  await until(async () => !(await isWaitingToSettle(database.pool, schema)))

  const sender = startChild('sender.ts')
  cleanup.add(() => sender.end())
  const send = async (seed: number, headers: Record<string, string>) => {
    const job = {
      kind: 'plays',
      url,
      perSecond,
      seconds: flags.seconds,
      keys: crowd.keys,
      charts,
      seed,
      headers,
    }
    const run = await sender.ask(job, sent)
    const standings = await until(async () => !(await isWaitingToSettle(database.pool, schema)))
    await waitUntilFolded(bench, progress)
    return { ...run, standings }
  }
  const measure = (seed: number, headers: Record<string, string>) =>
    interleaved(
      flags.rounds,
      () => send(seed, headers),
      () => send(seeds.inNone, headers),
    )
  for (const seed of Object.values(seeds)) await send(seed, {})

  const text = { path: 'competitions', unit: 'ms', floorIs: 'the same on charts of none' } as const
  const within: Aim = { of: 'ratio', most: 1.3 }
  const rows: Row[] = []
  for (const [what, seed] of [
    [`${perSecond}/s, each chart in 25 of ${competitions}`, seeds.inCompetitions],
    [`${perSecond}/s, in one of 20,000 players`, seeds.inCrowd],
  ] as const) {
    const acknowledged = await measure(seed, { prefer: 'wait=0' })
    const ranked = await measure(seed, {})
    rows.push(
      rowOf({ ...text, what: `${what}, acknowledged, p99`, aim: within }, acknowledged, ({ p99 }) => p99),
      rowOf({ ...text, what: `${what}, with ranks, p50`, aim: within }, ranked, ({ p50 }) => p50),
      rowOf(
        { ...text, what: `${what}, standings up to date`, aim: { most: 2_000 } },
        ranked,
        ({ standings }) => standings,
      ),
    )
  }
  return rows
}
