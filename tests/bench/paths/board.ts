import { z } from 'zod'
import { type Child, startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { startBareServer } from '../setup/bare-server.ts'
import { type FilledServer, usage } from '../setup/filled-server.ts'
import { hotPath } from '../setup/hot-chart.ts'
import { measureBoardUnderPlays } from './board-under-plays.ts'
import { measureDeepBoard } from './deep-board.ts'

/** The first page of the hot chart's boards, compared with a bare server that sends the same bytes. */
export async function measureBoard(
  flags: Flags,
  cleanup: Cleanup,
  filledServer: () => Promise<FilledServer>,
): Promise<Row[]> {
  const filled = await filledServer()
  const page = await (await fetch(filled.url + hotPath)).text()
  const bare = await startBareServer(page, cleanup)
  return [
    ...(await measureThroughput(flags, cleanup, filled, bare)),
    ...(await measureBoardUnderPlays(flags, cleanup, filled, bare.url)),
    ...(await measureDeepBoard(flags, filled)),
  ]
}

async function measureThroughput(
  { rounds, seconds, connections, players }: Flags,
  cleanup: Cleanup,
  filled: FilledServer,
  bare: { server: Child; url: string },
): Promise<Row[]> {
  const hammer = startChild('hammer.ts')
  cleanup.add(() => hammer.end())
  const hit = async (server: Child, url: string, headers: Record<string, string>) => {
    const before = await server.ask({ kind: 'usage' }, usage)
    const run = await hammer.ask({ url, connections, seconds: Math.ceil(seconds), headers }, answered)
    const after = await server.ask({ kind: 'usage' }, usage)
    return { ...run, cpu: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / run.requests }
  }
  const measure = async (what: string, page: string, headers: Record<string, string>) => {
    const measured = await interleaved(
      rounds,
      () => hit(filled.server, filled.url + hotPath, headers),
      () => hit(bare.server, bare.url + page, headers),
    )
    const text = { path: 'board', floorIs: 'bare Fastify, same bytes' } as const
    return [
      rowOf(
        { ...text, what, unit: 'requests/s', aim: { of: 'ratio', least: 0.9 } },
        measured,
        (run) => run.perSecond,
      ),
      rowOf(
        { ...text, what: 'the same, CPU of the server a request', unit: 'µs' },
        measured,
        (run) => run.cpu,
      ),
    ]
  }
  const crowd = `${players.toLocaleString('en-US')} players, ${connections} connections`
  return [
    ...(await measure(crowd, '/page', {})),
    ...(await measure(`${crowd}, compressed`, '/compressed-page', { 'accept-encoding': 'br' })),
  ]
}

const answered = z.object({ requests: z.int(), perSecond: z.number() })
