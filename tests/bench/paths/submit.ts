import { type Child, startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved, type Rounds } from '../rounds.ts'
import { type Aim, type Row, rowOf } from '../rows.ts'
import { startBareServer } from '../setup/bare-server.ts'
import { type FilledServer, usage } from '../setup/filled-server.ts'
import { waitUntilFolded } from '../setup/open-engine.ts'
import { usualRows } from '../setup/play-texts.ts'
import { warmUp } from '../setup/warm-up.ts'
import { sent } from './sent.ts'

/** Number of charts that the plays are spread over. */
const charts = 40

/** A rate whose median latency reaches a second, ms, is too high. */
const highestMedianMs = 1000

/** Candidate rates for the highest one with a p99 of at most `goodP99` ms. */
const ladder = [25, 50, 100, 200, 300, 400, 500, 700, 1000]
const goodP99 = 10

interface Sent {
  readonly p50: number
  readonly p99: number
  readonly skipped: number
  /** CPU time of the server per play, µs: all threads, without Postgres. */
  readonly cpu: number
}

type Send = (perSecond: number, seconds: number, headers?: Record<string, string>) => Promise<Sent>

/** Submits plays at steady rates to the real server, and to a bare one that parses the same JSON and stores nothing. */
export async function measureSubmit(
  flags: Flags,
  cleanup: Cleanup,
  filledServer: () => Promise<FilledServer>,
): Promise<Row[]> {
  const filled = await filledServer()
  const bare = await startBareServer('{}', cleanup)
  const sender = startChild('sender.ts')
  cleanup.add(() => sender.end())
  const ours = senderTo(filled, sender, filled.server, filled.url)
  const floor = senderTo(filled, sender, bare.server, bare.url)
  const measure = (rate: number, headers: Record<string, string>) =>
    interleaved(
      flags.rounds,
      () => ours(rate, flags.seconds, headers),
      () => floor(rate, flags.seconds, headers),
    )

  await warmUp(ours)
  await warmUp(floor)
  const rows: Row[] = []
  for (const rate of flags.rates) {
    const name = `${rate}/s acknowledged`
    const trial = await ours(rate, 1)
    if (trial.skipped === 0 && trial.p50 < highestMedianMs)
      rows.push(...rowsOf(name, await measure(rate, noWait), aimsAt(rate)))
    else rows.push(...rowsOf(`${name}, OVERLOADED`, { ours: [trial], floor: [] }, aimsAt(rate)))
  }
  const [slowest = 100] = flags.rates
  rows.push(...rowsOf(`${slowest}/s with ranks`, await measure(slowest, {})))
  const rate = await greatestGoodRate(ours, flags.seconds)
  const text = { path: 'submit', what: `maximum rate with p99 ≤ ${goodP99} ms`, unit: 'plays/s' } as const
  rows.push(rowOf({ ...text, aim: { least: 500 } }, { ours: [rate], floor: [] }, (found) => found))
  return rows
}

const noWait = { prefer: 'wait=0' }

function senderTo({ bench, progress, crowd }: FilledServer, sender: Child, server: Child, url: string): Send {
  return async (perSecond, seconds, headers = noWait) => {
    const job = { kind: 'plays', url, perSecond, seconds, keys: crowd.keys, charts, seed: 500, headers }
    const before = await server.ask({ kind: 'usage' }, usage)
    const run = await sender.ask(job, sent)
    await waitUntilFolded(bench, progress)
    const after = await server.ask({ kind: 'usage' }, usage)
    return { ...run, cpu: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / run.count }
  }
}

/** Increases the rate until one fails twice. 0 when the lowest one fails. */
async function greatestGoodRate(send: Send, seconds: number): Promise<number> {
  const isGood = async (rate: number) => {
    const run = await send(rate, seconds)
    return run.skipped === 0 && run.p99 <= goodP99
  }
  let greatest = 0
  for (const rate of ladder) {
    if (!(await isGood(rate)) && !(await isGood(rate))) break
    greatest = rate
  }
  return greatest
}

interface Aims {
  readonly p99?: Aim
  readonly cpu?: Aim
}

/** Aims of the latency up to 500/s, and of the CPU a play at 100/s and 500/s: a play alone in its batch costs more. */
function aimsAt(rate: number): Aims {
  const cpu = { 100: 2, 500: 1.6 }[rate]
  return {
    ...(rate <= 500 ? { p99: { of: 'ratio', most: 3 } } : {}),
    ...(cpu === undefined ? {} : { cpu: { of: 'ratio', most: cpu } }),
  }
}

function rowsOf(name: string, measured: Rounds<Sent>, aims: Aims = {}): Row[] {
  const floorIs =
    measured.floor.length > 0 ? { floorIs: `bare Fastify reads the JSON of ${usualRows} rows` } : {}
  const text = { path: 'submit', unit: 'ms', ...floorIs } as const
  return [
    rowOf({ ...text, what: `${name}, p50` }, measured, (run) => run.p50),
    rowOf(
      { ...text, what: `${name}, p99`, ...(aims.p99 ? { aim: aims.p99 } : {}) },
      measured,
      (run) => run.p99,
    ),
    rowOf(
      {
        ...text,
        what: `${name}, CPU of the server a play`,
        unit: 'µs',
        ...(aims.cpu ? { aim: aims.cpu } : {}),
      },
      measured,
      (run) => run.cpu,
    ),
  ]
}
