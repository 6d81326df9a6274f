import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rulesPublished } from '@stepledger/contracts/rules/events.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { rulesWithTop } from '../generations/other-rules.ts'
import { playBody } from '../generators/play-body.ts'
import { isLong, itLong } from '../length.ts'
import { newPlayer, submit } from './client.ts'
import { compareGenerations } from './compare-generations.ts'
import { chartNumber, fillLedger, firstPlayId, openLedgerOf } from './fill-ledger.ts'
import { switchGate } from './gate.ts'
import { runLedger } from './ledger-command.ts'
import { listen } from './listener.ts'
import { readInLoops } from './page-readers.ts'
import { type Server, startServer } from './server.ts'

const plays = isLong ? 50_000 : 3_000
/** Generous timeout for machines with other load. */
const patienceMs = 600_000

/** Invariants 26 to 28: generations switch under readers and kills. The tests run in order. */
describe(`rules change with a history of ${plays} plays`, { timeout: patienceMs, retry: 0 }, () => {
  let dataDir: string
  let server: Server
  let opened: Awaited<ReturnType<typeof openLedgerOf>>
  let sent: number[] = []

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-rules-'))
    server = await startServer(dataDir)
    opened = await openLedgerOf(dataDir)
    await fillLedger(opened.ledger, { plays, charts: 60, players: 400 })
    await folded(1)
  }, patienceMs)
  afterAll(async () => {
    await letGo()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  async function letGo() {
    await opened.ledger.close()
    await opened.database.close()
  }
  const checkpointOf = async (id: number) => sum(await readCheckpoints(opened.database.pool, id))
  const end = async () => sum(await opened.ledger.ends('events'))
  const folded = async (id: number) => {
    const all = await end()
    await vi.waitUntil(async () => (await checkpointOf(id)) >= all, { timeout: patienceMs })
  }
  const isLive = async (id: number) => (await readLiveGeneration(opened.database))?.id === id
  const playsIn = async (id: number) => {
    const { rows } = await opened.database.pool.query(`select count(*)::int as n from g${id}.plays`)
    return rows[0]?.n
  }
  const generationOf = (answer: Response) => Number(answer.headers.get('ledger-generation'))

  it('under readers in a loop: every answer is completely of the old or the new generation, and never goes back', async () => {
    const ben = await newPlayer(server.url, 'ben')
    const own = await submit(server.url, ben, playBody({ seed: 77, rows: 50 }))
    const paths = [
      `/api/play/${own.playId}`,
      ...[0, 1, 2, 3].flatMap((n) => [
        `/api/chart/${chartNumber(n)}`,
        `/api/chart/${chartNumber(n)}/leaderboards`,
      ]),
      ...[5, 6, 7].map((n) => `/api/play/${firstPlayId + n}`),
      `/api/user/${ben.id}`,
    ]
    const readers = readInLoops(() => server.url, paths, 6)
    await readers.readAll()
    const ada = await newPlayer(server.url, 'ada')
    const page = await listen(server.url, [`chart:${chartNumber(0)}`, `player:${ada.id}`, 'home'])
    let done = false
    const writer = (async () => {
      for (let seed = 1; !done; seed++)
        sent.push((await submit(server.url, ada, playBody({ seed, rows: 50 }))).playId)
    })()

    const file = join(dataDir, 'rules.json')
    await writeFile(file, JSON.stringify(rulesWithTop(2)))
    const published = await runLedger(dataDir, ['rules', 'publish', file, '--yes', '--json'])
    expect(published).toMatchObject({ code: 0 })
    expect(JSON.parse(published.out)).toMatchObject({ done: { outcome: 'live', generation: 2 } })
    await vi.waitUntil(() => readers.newest() === 2, { timeout: 60_000 })
    await readers.readAll()
    const after = await submit(server.url, ada, playBody({ seed: 1_000_000, rows: 50 }))
    await page.received((m) => m.type === 'play' && m.play.playId === after.playId)
    done = true
    await Promise.all([readers.stop(), writer])
    sent = [...sent, after.playId]

    expect(readers.errors).toEqual([])
    expect(readers.answered()).toBeGreaterThan(isLong ? 500 : 100)
    for (const path of paths) {
      const [old, now] = [1, 2].map((generation) => readers.textsOf(generation, path))
      expect([path, old?.length, now?.length]).toEqual([path, 1, 1])
      if (path.includes('leaderboards')) expect(now).not.toEqual(old)
    }
    const generationsSeen = page
      .messages()
      .flatMap((m) => ('generation' in m && m.generation !== null ? [m.generation] : []))
    expect(generationsSeen).toEqual([...generationsSeen].sort((a, b) => a - b))
    expect(new Set(generationsSeen)).toEqual(new Set([1, 2]))
    expect(page.messages().filter((m) => m.type === 'switched')).toEqual([
      { type: 'switched', generation: 2 },
    ])
    // Folding history again sends no messages.
    const pushedOf = (generation: number) =>
      page
        .messages()
        .flatMap((m) =>
          m.type === 'play' && m.generation === generation ? [`${m.topic} ${m.play.playId}`] : [],
        )
    const [before, since] = [pushedOf(1), pushedOf(2)]
    for (const pushed of [before, since]) {
      expect(pushed.filter((push) => !sent.some((id) => push.endsWith(` ${id}`)))).toEqual([])
      expect(pushed.length).toBe(new Set(pushed).size)
    }
    // The worker of the old generation learns of the switch a moment later, so only plays that it folded meanwhile may
    // be announced twice.
    const twice = before.filter((push) => since.includes(push))
    expect(twice).toEqual(before.slice(before.length - twice.length))
    expect(twice.length).toBeLessThan(before.length / 2)
    page.close()
    await folded(2)
    expect(await playsIn(2)).toBe(plays + 1 + sent.length)
  })

  itLong('the tables equal those of a second build by the command, row by row', async () => {
    await letGo()
    await server.stop()
    const replayed = await runLedger(dataDir, ['replay', '--json'])
    expect(replayed).toMatchObject({ code: 0 })
    expect(JSON.parse(replayed.out)).toMatchObject({ done: { outcome: 'live', generation: 3 } })
    server = await startServer(dataDir)
    opened = await openLedgerOf(dataDir)
    expect(generationOf(await fetch(`${server.url}/api/blueshift`))).toBe(3)

    const compared = (shown: string) => compareGenerations(opened.database, shown, 'g3')
    expect(await checkpointOf(2)).toBe(await checkpointOf(3))
    const same = await compared('g2')
    expect(same).toMatchObject({ differing: 0, first: [] })
    expect(same.rows).toBeGreaterThan(2 * plays)
    expect((await compared('g1')).differing).toBeGreaterThan(plays)
  })

  itLong('a rollback shows the earlier generation', async () => {
    expect(await runLedger(dataDir, ['rollback'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Outcome +live\nGeneration +2\n/),
    })
    await vi.waitUntil(async () => generationOf(await fetch(`${server.url}/api/blueshift`)) === 2, {
      timeout: 60_000,
    })
    expect(await playsIn(2)).toBe(plays + 1 + sent.length)
  })

  itLong(
    'repeated kill -9 of Node, with and without Postgres, in the build and inside the switch, changes nothing',
    async () => {
      const gate = await switchGate(() => opened.database)
      await gate.close()
      const key = 'rules'
      const event = { id: 'changed', at: 1, key, data: { rules: rulesWithTop(3) } }
      await opened.ledger.append('rules', { key, bytes: encodeEvent(rulesPublished, event) })
      const total = await end()
      const shares = isLong ? [0, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95] : [0.2]
      let kills = 0
      const came: number[] = []

      const killAndStart = async (kill: () => Promise<void>) => {
        came.push(await checkpointOf(4))
        await letGo()
        await kill()
        kills += 1
        server = await startServer(dataDir)
        opened = await openLedgerOf(dataDir)
        // Committed work survives.
        expect(await checkpointOf(2)).toBe(total)
      }
      for (const share of shares) {
        await vi.waitUntil(
          async () =>
            (await readGenerations(opened.database.pool)).some(
              ({ id, state }) => id === 4 && state === 'next',
            ) && (await checkpointOf(4)) >= share * total,
          { timeout: patienceMs, interval: 2 },
        )
        const { killNode, killAll } = server
        await killAndStart(kills % 2 === 0 ? killNode : killAll)
      }

      // Blocked in the middle of the switch: readers notice nothing and don't wait.
      await gate.reached()
      expect(generationOf(await fetch(`${server.url}/api/chart/${chartNumber(9)}`))).toBe(2)
      await killAndStart(server.killNode)
      expect(await isLive(2)).toBe(true)
      await gate.reached()
      await killAndStart(server.killAll)
      expect(await isLive(2)).toBe(true)
      await gate.reached()
      await gate.open()
      await vi.waitUntil(() => isLive(4), { timeout: 60_000 })

      expect(kills).toBe(shares.length + 2)
      // A short history has few batches, so some kills come before the first or after the last one.
      expect(came.filter((n) => n > 0 && n < total).length).toBeGreaterThan(isLong ? 3 : 0)
      expect(await runLedger(dataDir, ['verify'])).toMatchObject({ code: 0 })
      expect(await playsIn(4)).toBe(plays + 1 + sent.length)
    },
  )
})
