import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rulesPublished } from '@stepledger/contracts/events/rules-published.ts'
import { readCheckpoints } from '@stepledger/services/platform/generations/checkpoints.ts'
import { readGenerations } from '@stepledger/services/platform/generations/generations.ts'
import { readLiveGeneration } from '@stepledger/services/platform/generations/live-generation.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rulesWithTop } from '../generations/other-rules.ts'
import { playBody } from '../generators/play-body.ts'
import { newPlayer, submit } from './client.ts'
import { chartNumber, fillLedger, firstPlayId, openLedgerOf } from './fill-ledger.ts'
import { runLedger } from './ledger-command.ts'
import { listen } from './listener.ts'
import { type Server, startServer } from './server.ts'

const plays = 10_000

/** Invariants 26 and 27: history moves while people look, and whatever dies on the way. */
describe('with a history of many plays, rules change', () => {
  let dataDir: string
  let server: Server
  let opened: Awaited<ReturnType<typeof openLedgerOf>>

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-rules-'))
    server = await startServer(dataDir)
    opened = await openLedgerOf(dataDir)
    await fillLedger(opened.ledger, { plays, charts: 60, players: 400 })
    await folded(1)
  })
  afterEach(async () => {
    await opened.ledger.close()
    await opened.database.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const checkpointOf = async (id: number) => sum(await readCheckpoints(opened.database.pool, id))
  const folded = async (id: number) => {
    const end = sum(await opened.ledger.ends('events'))
    await vi.waitUntil(async () => (await checkpointOf(id)) >= end, { timeout: 60_000 })
  }
  const isLive = async (id: number) => (await readLiveGeneration(opened.database))?.id === id

  it('while readers look at pages in a loop: every answer is whole, of the old or the new one, and never goes back', async () => {
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
    /** What each page said in each generation: one text and no other. */
    const texts = new Map<string, Set<string>>()
    const faults: string[] = []
    let newest = 1
    let asked = 0
    const read = async (path: string) => {
      const floor = newest
      const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'application/json' } })
      const text = await answer.text()
      asked += 1
      if (answer.status !== 200) return void faults.push(`${path}: ${answer.status}`)
      const generation = Number(answer.headers.get('ledger-generation'))
      if (generation < floor) faults.push(`${path}: generation ${generation} after ${floor}`)
      newest = Math.max(newest, generation)
      const key = `${generation} ${path}`
      texts.set(key, (texts.get(key) ?? new Set()).add(text))
    }
    for (const path of paths) await read(path)
    const page = await listen(server.url, [`chart:${chartNumber(0)}`])
    let done = false
    const readers = paths.slice(0, 6).map(async (_, i) => {
      for (let n = i; !done; n++) await read(paths[n % paths.length] ?? '')
    })
    const ada = await newPlayer(server.url, 'ada')
    const writer = (async () => {
      const sent: number[] = []
      for (let seed = 1; !done; seed++)
        sent.push((await submit(server.url, ada, playBody({ seed, rows: 50 }))).playId)
      return sent
    })()

    const file = join(dataDir, 'rules.json')
    await writeFile(file, JSON.stringify(rulesWithTop(2)))
    const published = await runLedger(dataDir, ['rules', 'publish', file, '--yes', '--json'])
    expect(published).toMatchObject({ code: 0 })
    expect(JSON.parse(published.out)).toMatchObject({ outcome: 'live', generation: 2 })
    await vi.waitUntil(() => newest === 2, { timeout: 5_000 })
    for (const path of paths) await read(path)
    done = true
    await Promise.all(readers)
    const sent = await writer

    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(500)
    for (const path of paths) {
      const [old, now] = [1, 2].map((generation) => texts.get(`${generation} ${path}`) ?? new Set())
      expect([path, old?.size, now?.size]).toEqual([path, 1, 1])
      if (path.includes('leaderboards')) expect([...(now ?? [])]).not.toEqual([...(old ?? [])])
    }
    expect(await page.heard((m) => m.type === 'changed' && m.generation === 2)).toBeTruthy()
    page.close()
    await folded(2)
    const { rows } = await opened.database.pool.query('select count(*)::int as n from g2.plays')
    expect(rows).toEqual([{ n: plays + 1 + sent.length }])
    expect(await runLedger(dataDir, ['verify'])).toMatchObject({ code: 0 })

    const back = await runLedger(dataDir, ['rollback'])
    expect(back).toMatchObject({ code: 0, out: expect.stringContaining('Generation 1 is live') })
    expect(await runLedger(dataDir, ['verify'])).toMatchObject({ code: 0 })
  })

  it('and without a server the command folds by itself', async () => {
    await server.stop()
    const replayed = await runLedger(dataDir, ['replay', '--json'])
    expect(replayed).toMatchObject({ code: 0 })
    expect(JSON.parse(replayed.out)).toMatchObject({ outcome: 'live', generation: 2 })
    expect(await runLedger(dataDir, ['verify'])).toMatchObject({ code: 0 })
    server = await startServer(dataDir)
    expect((await fetch(`${server.url}/api/blueshift`)).headers.get('ledger-generation')).toBe('2')
  })

  it.each([
    ['Node alone', (running: Server) => running.killNode()],
    ['Node and Postgres', (running: Server) => running.killAll()],
  ])(
    'and kill -9 of %s, in the middle of the build again and again and at the switch, changes nothing',
    async (_, kill) => {
      const key = 'rules'
      const event = { id: 'changed', at: 1, key, data: { rules: rulesWithTop(2) } }
      await opened.ledger.append('rules', { key, bytes: encodeEvent(rulesPublished, event) })
      const total = sum(await opened.ledger.ends('events'))
      const stops = [0, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.99].map((share) => share * total)
      let kills = 0
      const came: number[] = []
      for (const stop of stops) {
        await vi.waitUntil(
          async () =>
            (await isLive(2)) ||
            ((await readGenerations(opened.database.pool)).some(({ state }) => state === 'next') &&
              (await checkpointOf(2)) >= stop),
          { timeout: 60_000, interval: 2 },
        )
        came.push(await checkpointOf(2))
        await opened.ledger.close()
        await opened.database.close()
        await kill(server)
        kills += 1
        server = await startServer(dataDir)
        opened = await openLedgerOf(dataDir)
        // What was committed is there still.
        expect(await checkpointOf(1)).toBe(total)
      }
      await vi.waitUntil(() => isLive(2), { timeout: 60_000 })

      expect(kills).toBe(10)
      expect(came.filter((n) => n > 0 && n < total).length).toBeGreaterThan(3)
      expect(await runLedger(dataDir, ['verify'])).toMatchObject({ code: 0 })
      const { rows } = await opened.database.pool.query('select count(*)::int as n from g2.plays')
      expect(rows).toEqual([{ n: plays }])
    },
  )
})
