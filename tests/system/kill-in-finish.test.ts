import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rulesPublished } from '@stepledger/contracts/rules/events.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { rulesWithTop } from '../generations/other-rules.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { compareGenerations } from './compare-generations.ts'
import { chartNumber, fillLedger, firstPlayId, openLedgerOf } from './fill-ledger.ts'
import { type Gate, lockGate, switchGate, triggerGate } from './gate.ts'
import { runLedger } from './ledger-command.ts'
import { readInLoops } from './page-readers.ts'
import { type Server, startServer } from './server.ts'

const patienceMs = 600_000

/**
 * Invariants 26 and 28 at the end of a build, where boards, keys and indexes are made: processes are killed there, and
 * right before and after. Gates in the database stop the build at each of these places, independent of how it is split
 * into transactions.
 */
describe('kill -9 during the end of a build', { timeout: patienceMs, retry: 0 }, () => {
  let dataDir: string
  let server: Server
  let opened: Awaited<ReturnType<typeof openLedgerOf>>
  let url: string | null

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-finish-'))
    server = await startServer(dataDir)
    url = server.url
    opened = await openLedgerOf(dataDir)
    await fillLedger(opened.ledger, { plays: 3_000, charts: 20, players: 100 })
    for (let crowd = 1; crowd <= 20; crowd++)
      for (const partitions of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
        await appendHistory(opened.ledger, partitions)
    const ends = await opened.ledger.ends('events')
    await vi.waitUntil(async () => `${await checkpoint(1)}` === `${ends}`, { timeout: patienceMs })
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
  const database = () => opened.database
  const checkpoint = (id: number) => readCheckpoints(database().pool, id)
  const states = async () =>
    (await readGenerations(database().pool)).map(
      ({ id, state, bare }) => `${id} ${state}${bare ? ', bare' : ''}`,
    )
  async function start() {
    await letGo()
    server = await startServer(dataDir)
    opened = await openLedgerOf(dataDir)
    url = server.url
  }
  async function killNode() {
    url = null
    await server.killNode()
    await start()
  }
  async function killAll() {
    url = null
    await server.killAll()
    await start()
  }

  it('the build resumes, and readers notice nothing', async () => {
    const first = await triggerGate(
      database,
      'copying',
      'before update on projector.checkpoints for each row when (new.generation > 1)',
    )
    const done = await triggerGate(
      database,
      'done',
      'before update on projector.generations for each row when (old.bare and not new.bare)',
    )
    const keys = lockGate(database, 'g2.attempts')
    const live = await switchGate(database)
    const readers = readInLoops(
      () => url,
      [
        '/api/blueshift',
        ...[0, 1, 2].flatMap((n) => [
          `/api/chart/${chartNumber(n)}`,
          `/api/chart/${chartNumber(n)}/leaderboards`,
        ]),
        ...[5, 6].map((n) => `/api/play/${firstPlayId + n}`),
      ],
      3,
    )
    onTestFinished(() => readers.stop())
    await readers.readAll()
    await first.close()
    const key = 'rules'
    const event = { id: 'changed', at: 1, key, data: { rules: rulesWithTop(3) } }
    await opened.ledger.append('rules', { key, bytes: encodeEvent(rulesPublished, event) })
    await first.reached()
    // The tables exist and are still empty.
    const plays = await triggerGate(
      database,
      'plays',
      'before update or delete on g2.plays for each statement',
    )
    const boards = await triggerGate(database, 'boards', 'before insert on g2.best for each statement')
    const places: readonly [Gate, string, () => Promise<void>][] = [
      [plays, 'what was taken back is sorted out', killNode],
      [boards, 'boards are made', killAll],
      [keys, 'keys and indexes are made', killNode],
      [done, 'it is about to be committed', killAll],
      [live, 'it is committed, and about to be live', killNode],
    ]

    // The lock before it disappears with Postgres.
    await done.close()
    const copied = await opened.ledger.ends('events')
    let before = first
    for (const [gate, place, kill] of places) {
      const stands = [place, '1 live', gate === live ? '2 next' : '2 next, bare']
      await gate.close()
      await before.open()
      await gate.reached()
      expect([place, ...(await states())]).toEqual(stands)
      expect(await checkpoint(2)).toEqual(copied)
      const answered = readers.answered()
      await vi.waitUntil(() => readers.answered() > answered + 20, { timeout: patienceMs })
      await kill()
      expect([place, ...(await states())]).toEqual(stands)
      before = gate
    }
    expect(readers.newest()).toBe(1)

    await before.open()
    await vi.waitUntil(() => readers.newest() === 2, { timeout: patienceMs })
    await readers.readAll()
    await readers.stop()
    expect(await states()).toEqual(['1 kept', '2 live'])
    expect(readers.errors).toEqual([])
    for (const path of readers.paths) {
      const distinctTexts = [1, 2].map((generation) => readers.textsOf(generation, path).length)
      expect([path, distinctTexts]).toEqual([path, [1, 1]])
    }
  })

  it('its tables equal those of a second build, row by row', async () => {
    expect(await runLedger(dataDir, ['verify'])).toMatchObject({ code: 0 })
    expect(await runLedger(dataDir, ['replay'])).toMatchObject({ code: 0 })
    const same = await compareGenerations(database(), 'g2', 'g3')
    expect(same).toMatchObject({ differing: 0, first: [] })
    expect(same.rows).toBeGreaterThan(6_000)
    // The comparison would detect differences: the tables use other rules than generation 1.
    expect((await compareGenerations(database(), 'g1', 'g3')).differing).toBeGreaterThan(1_000)
  })
})
