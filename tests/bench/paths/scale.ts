import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Child, startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved, type Rounds } from '../rounds.ts'
import { type Aim, type Row, rowOf } from '../rows.ts'
import { startBareServer } from '../setup/bare-server.ts'
import { cpuOfPostgres } from '../setup/cpu-of.ts'
import { type FilledServer, usage } from '../setup/filled-server.ts'
import { hotPath } from '../setup/hot-chart.ts'
import { waitUntilFolded } from '../setup/open-engine.ts'
import { type CpuByPart, type Processes, startProcesses } from '../setup/processes.ts'
import { warmUp } from '../setup/warm-up.ts'
import { sent } from './sent.ts'

const noWait = { prefer: 'wait=0' }
const charts = 40
/** Plays per second: `alone` leaves the system idle between plays, `busy` is half of its capacity. */
const rates = { alone: 20, busy: 100 } as const
const standingMs = 3_000

/** The system under load: six processes behind their proxy, or one server with all services. */
type System = Pick<Processes, 'url' | 'queryUrl' | 'crowd' | 'cpu' | 'folded'>

interface Sent {
  readonly p50: number
  readonly p99: number
  /** CPU time per play until it is folded, µs, by part. */
  readonly cpu: CpuByPart
}

/**
 * CPU cost of the parts of the distributed system, each in its own process, compared with the single process of the
 * embedded one.
 */
export async function measureScale(
  flags: Flags,
  cleanup: Cleanup,
  filledServer: () => Promise<FilledServer>,
): Promise<Row[]> {
  const ours = await startProcesses(flags.players, cleanup)
  const floor = embedded(await filledServer())
  const tools = {
    sender: startChild('sender.ts'),
    watcher: startChild('push-watcher.ts'),
    hammer: startChild('hammer.ts'),
  }
  for (const tool of Object.values(tools)) cleanup.add(() => tool.end())

  const both = <T>(measure: (system: System, round: number) => Promise<T>) =>
    interleaved(
      flags.rounds,
      (round) => measure(ours, round),
      (round) => measure(floor, round),
    )
  for (const system of [ours, floor]) {
    await warmUp((perSecond, seconds) => send(system, tools.sender, perSecond, seconds))
  }

  const alone = await both((system) => send(system, tools.sender, rates.alone, flags.seconds))
  const busy = await both((system) => send(system, tools.sender, rates.busy, flags.seconds))
  const bare = await startBareServer('{}', cleanup)
  const beside = await interleaved(
    flags.rounds,
    () => plays(ours.url, ours.crowd, tools.sender, rates.busy, flags.seconds),
    () => plays(bare.url, ours.crowd, tools.sender, rates.busy, flags.seconds),
  )
  await ours.folded()
  const pushed = await both(({ url, crowd }, round) => {
    const job = {
      url,
      perSecond: rates.alone,
      seconds: flags.seconds,
      keys: crowd.keys,
      seed: 70_000 + round * 100,
    }
    return tools.watcher.ask(job, latency)
  })
  const pages = await both((system) => hit(system, tools.hammer, flags))
  const standing = await both(stand)
  return [
    ...latencyRows(`${rates.alone}/s acknowledged`, alone),
    ...latencyRows(`${rates.busy}/s acknowledged`, busy),
    rowOf(
      {
        path: 'scale',
        what: `${rates.busy}/s acknowledged, p99, beside one that only parses them`,
        floorIs: 'bare Fastify',
        unit: 'ms',
        aim: { of: 'ratio', most: 4 },
      },
      beside,
      (run) => run.p99,
    ),
    ...latencyRows(`acknowledged to pushed, ${rates.alone} plays/s`, pushed),
    ...cpuRows(
      `CPU a play at ${rates.busy}/s`,
      { ours: busy.ours.map((s) => s.cpu), floor: busy.floor.map((s) => s.cpu) },
      { of: 'ratio', most: 1.3 },
    ),
    rowOf(
      { ...text, what: 'cached board page, one query process', unit: 'requests/s' },
      pages,
      (run) => run.perSecond,
    ),
    rowOf({ ...text, what: 'the same, CPU a request', unit: 'µs' }, pages, (run) => run.cpu),
    ...cpuRows('CPU a second without work', standing),
  ]
}

const text = { path: 'scale', floorIs: 'the embedded server' } as const
const latency = z.object({ p50: z.number(), p99: z.number() })
const answered = z.object({ requests: z.int(), perSecond: z.number() })

function embedded({ url, crowd, server, bench, progress }: FilledServer): System {
  return {
    url,
    queryUrl: url,
    crowd,
    folded: () => waitUntilFolded(bench, progress),
    async cpu() {
      const { cpuSeconds } = await server.ask({ kind: 'usage' }, usage)
      return new Map([
        ['the server', cpuSeconds],
        ['Postgres', await cpuOfPostgres(bench.engine.database.pool)],
      ])
    },
  }
}

async function send(system: System, sender: Child, perSecond: number, seconds: number): Promise<Sent> {
  const { url, crowd, cpu, folded } = system
  const before = await cpu()
  const run = await plays(url, crowd, sender, perSecond, seconds)
  await folded()
  return { ...run, cpu: spent(before, await cpu(), run.count) }
}

function plays(url: string, { keys }: Processes['crowd'], sender: Child, perSecond: number, seconds: number) {
  const job = { kind: 'plays', url, perSecond, seconds, keys, charts, seed: 900, headers: noWait }
  return sender.ask(job, sent)
}

async function hit({ queryUrl, cpu }: System, hammer: Child, { connections, seconds }: Flags) {
  const before = await cpu()
  const run = await hammer.ask(
    { url: queryUrl + hotPath, connections, seconds: Math.ceil(seconds) },
    answered,
  )
  const used = spent(before, await cpu(), run.requests)
  return { ...run, cpu: used.get('the server') ?? used.get('query, both') ?? Number.NaN }
}

async function stand({ cpu }: System): Promise<CpuByPart> {
  const before = await cpu()
  await sleep(standingMs)
  return spent(before, await cpu(), standingMs / 1000)
}

/** CPU time per item between two samples, µs, by part. */
function spent(before: CpuByPart, after: CpuByPart, count: number): CpuByPart {
  return new Map(
    [...after].map(([part, seconds]) => [part, ((seconds - (before.get(part) ?? 0)) * 1e6) / count]),
  )
}

function latencyRows(what: string, measured: Rounds<{ p50: number; p99: number }>): Row[] {
  return [
    rowOf({ ...text, what: `${what}, p50`, unit: 'ms' }, measured, (run) => run.p50),
    rowOf({ ...text, what: `${what}, p99`, unit: 'ms' }, measured, (run) => run.p99),
  ]
}

/** The total compared with the embedded server, then each part. */
function cpuRows(what: string, measured: Rounds<CpuByPart>, aim?: Aim): Row[] {
  const total = (parts: CpuByPart) => [...parts.values()].reduce((sum, value) => sum + value, 0)
  const alone = { ours: measured.ours, floor: [] }
  return [
    rowOf({ ...text, what: `${what}, all`, unit: 'µs', ...(aim ? { aim } : {}) }, measured, total),
    ...[...(measured.ours[0]?.keys() ?? [])].map((part) =>
      rowOf({ path: 'scale', what: `${what}, ${part}`, unit: 'µs' }, alone, (parts) => parts.get(part) ?? 0),
    ),
    ...[...(measured.floor[0]?.keys() ?? [])].map((part) =>
      rowOf(
        { path: 'scale', what: `${what}, embedded: ${part}`, unit: 'µs' },
        { ours: measured.floor, floor: [] },
        (parts) => parts.get(part) ?? 0,
      ),
    ),
  ]
}
