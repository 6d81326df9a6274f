import { codeVersion } from '@stepledger/projections/code-version.ts'
import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { inProcessPush } from '@stepledger/services/platform/push/in-process.ts'
import { type Build, startBuild } from '@stepledger/services/projector/build/build.ts'
import type { FoldMetrics } from '@stepledger/services/projector/fold/fold-metrics.ts'
import { type Follower, startFollower } from '@stepledger/services/projector/follow/follower.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { requestGeneration } from '@stepledger/services/projector/generations/next-generation.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { itLong } from '../length.ts'
import { fillLedger } from '../system/fill-ledger.ts'
import { overlap, recordBatches, type Span, sum } from './recorded-batches.ts'
import { watchedDatabase } from './watched-database.ts'

const soon = { timeout: 60_000 }
const filling = { plays: 3_000, charts: 20, players: 100 }

/** The first statement that only the last transaction of a build has. */
const isBegin = (text: string) => text.startsWith('set local work_mem')
/** The last statement of that transaction. */
const isEnd = (text: string) => text.includes('set bare = false')

describe('the end of a build, which makes boards and indexes', () => {
  let given: FoldingLedger
  let logged: string[] = []
  const write = (line: string) => void logged.push(line)
  const log = { info: write, warn: write, error: write }

  beforeEach(async () => {
    logged = []
    given = await foldingLedger()
    await fillLedger(given.ledger, filling)
    await given.folded()
    await given.stopFolding()
  })
  afterEach(() => given.close())

  async function build(database: Database, liveBusyMs: () => number): Promise<Build> {
    const inForce = await latestRules(given.ledger)
    if (!inForce) throw new Error('the ledger has no rules')
    await requestGeneration(given.database, { inForce, codeVersion })
    const generation = (await readGenerations(given.database.pool)).find(({ state }) => state === 'next')
    if (!generation) throw new Error('no generation was requested')
    return startBuild({ database, ledger: given.ledger, generation, log, liveBusyMs })
  }

  it('pauses as long as it shared the machine with the live fold', async () => {
    await fillLedger(given.ledger, { ...filling, from: filling.plays })
    const { live, watch } = recordBatches()
    const steps: Span[] = []
    let follower: Follower | null = null
    const [ended, end] = deferred()
    const database = watchedDatabase(given.database, async (text, run) => {
      if (isBegin(text)) {
        // From here on the live fold has a backlog.
        follower = await follow(watch)
        await vi.waitUntil(() => live.length > 0, { timeout: 60_000, interval: 1 })
      }
      const from = performance.now()
      const result = await run()
      if (follower) steps.push({ from, to: performance.now() })
      if (isEnd(text)) end()
      return result
    })
    const building = await build(database, () => follower?.busyMs() ?? 0)
    await ended
    await building.stop()

    const whole = { from: steps[0]?.from ?? 0, to: Math.min(steps.at(-1)?.to ?? 0, live.at(-1)?.to ?? 0) }
    const during = live.filter((batch) => overlap(batch, whole) > 0)
    expect([during.length > 2, steps.length > 20]).toEqual([true, true])
    const shared = sum(during.flatMap((batch) => steps.map((step) => overlap(batch, step))))
    const alone = sum(during.map((batch) => overlap(batch, whole))) - shared
    // Nearly as long: the live fold itself pauses between batches. Without pauses it would be a fiftieth.
    expect(alone).toBeGreaterThan(0.5 * shared)
  })

  itLong('is not terminated by the idle-in-transaction timeout of Postgres while it pauses', async () => {
    const idleInTransactionMs = 4_000
    let busyMs = 0
    const own = openDatabase({ url: given.url, maxConnections: 2, idleInTransactionMs })
    onTestFinished(() => own.close())
    const database = watchedDatabase(own, (text, run) => {
      if (busyMs === 0 && text.startsWith('analyze ')) busyMs += 1.5 * idleInTransactionMs
      return run()
    })
    const building = await build(database, () => busyMs)

    const begunAgain = () => logged.filter((line) => line.includes('resumes from its checkpoints'))
    await vi.waitUntil(async () => begunAgain().length > 0 || (await given.live()).id === 2, soon)
    await building.stop()
    expect(begunAgain()).toEqual([])
    expect(busyMs).toBe(1.5 * idleInTransactionMs)
  })

  it('says which step it is at and for how long, until it is live', async () => {
    const { pool } = given.database
    const stepOf = async () => (await readGenerations(pool)).find(({ state }) => state === 'next')?.step
    let shown: Awaited<ReturnType<typeof stepOf>> = null
    const database = watchedDatabase(given.database, async (text, run) => {
      if (text.includes('.passings (') && text.includes('insert into'))
        await vi.waitUntil(
          async () => {
            shown = await stepOf()
            return shown?.name === 'insert into passings'
          },
          { timeout: 60_000 },
        )
      return run()
    })
    const building = await build(database, () => 0)
    await vi.waitUntil(async () => (await given.live()).id === 2, soon)
    await building.stop()

    expect(shown).toEqual({ name: 'insert into passings', ms: expect.toSatisfy((ms: number) => ms > 0) })
    expect((await readGenerations(pool)).map(({ step }) => step)).toEqual([null, null])
  })

  async function follow(watch: FoldMetrics['watch']): Promise<Follower> {
    const { database, ledger, url } = given
    const push = inProcessPush(url)
    const generation = await given.live()
    const follower = startFollower({ database, ledger, push, generation, log, metrics: { watch } })
    onTestFinished(async () => {
      await follower.stop()
      await push.close()
    })
    return follower
  }
})
