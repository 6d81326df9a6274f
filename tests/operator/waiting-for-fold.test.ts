import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRunningDatabase } from '@stepledger/services/embedded-postgres/data-folder.ts'
import { readGenerations } from '@stepledger/services/projector/generations/generations.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { rulesWithTop } from '../generations/other-rules.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { openLedgerOf } from '../system/fill-ledger.ts'
import { runLedger } from '../system/ledger-command.ts'
import { type Server, startServer } from '../system/server.ts'

const program = new URL('../../dist/ledger.js', import.meta.url).pathname
const withoutProjector = 'ingest,accounts,query'

/** Commands that need a projector when none runs. The tests run in order. */
const awaited = z.object({ done: z.looseObject({ offset: z.int() }) })

describe('a command that waits for the fold', () => {
  let dataDir: string
  let server: Server
  let opened: Awaited<ReturnType<typeof openLedgerOf>>
  let ann: Player

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-nobody-'))
    await start()
    ann = await newPlayer(server.url, 'ann')
    await submit(server.url, ann, playBody({ seed: 1, rows: 20 }))
    expect(await ledger('replay')).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const ledger = (...args: string[]) => runLedger(dataDir, args)
  async function start(only?: string) {
    server = await startServer(dataDir, {}, only)
    opened = await openLedgerOf(dataDir)
  }
  async function stop() {
    await opened.ledger.close()
    await opened.database.close()
    await server.stop()
  }
  async function databaseUrl() {
    const url = await findRunningDatabase(dataDir)
    if (url === null) throw new Error('no server runs')
    return url
  }
  const run = (sql: string) => opened.database.pool.query(sql)
  const states = async () =>
    (await readGenerations(opened.database.pool)).map(({ id, state }) => `${id} ${state}`)
  const statusOf = async (playId: number) => (await call(`${server.url}/api/play/${playId}`)).status
  async function rulesFile(more: number) {
    const file = join(dataDir, `rules-${more}.json`)
    await writeFile(file, JSON.stringify(rulesWithTop(more)))
    return file
  }
  /** Submits a play that is parked because of a database error, which is gone afterwards. */
  async function park(generation: number, seed: number): Promise<number> {
    await run(
      `create or replace function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$;
       create trigger refuse before insert on g${generation}.plays for each row execute function public.refuse()`,
    )
    const { playId } = await submit(server.url, ann, playBody({ seed, rows: 20 }), { prefer: 'wait=0' })
    await vi.waitUntil(async () => (await run('select from projector.parked')).rowCount === 1, {
      timeout: 60_000,
    })
    await run(`drop trigger refuse on g${generation}.plays`)
    return playId
  }
  let parked: number
  let publishedAt: number

  it('without a projector, says that the request is queued', async () => {
    parked = await park(2, 2)
    await stop()
    await start(withoutProjector)
    // As in a distributed system, whose database is given.
    const DATABASE_URL = await databaseUrl()
    const beside = (...args: string[]) => runLedger(dataDir, args, { DATABASE_URL })

    const back = await beside('rollback')
    const [published, retried] = await Promise.all([
      beside('rules', 'publish', await rulesFile(3), '--yes', '--json'),
      beside('parked', 'retry'),
    ])
    expect(back).toMatchObject({ code: 0, out: expect.stringMatching(/^Outcome +requested$/m) })
    expect(published).toMatchObject({ code: 0 })
    const queued = awaited.parse(JSON.parse(published.out)).done
    expect(queued).toMatchObject({ outcome: 'requested', generation: 3 })
    publishedAt = queued.offset
    expect(retried).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('No projector has retried them'),
    })
    expect(await states()).toEqual(['1 kept', '2 live', '3 next'])
    expect(await statusOf(parked)).toBe(409)
  })

  it('can be interrupted: its request stays queued', async () => {
    const child = spawn(process.execPath, [program, 'replay'], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: await databaseUrl() },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await vi.waitUntil(async () => (await states()).includes('4 next'), { timeout: 60_000 })
    child.kill('SIGINT')
    await ended
    expect(child.exitCode).toBe(130)
    // The replay replaced the queued build.
    expect(await states()).toEqual(['1 kept', '2 live', '3 abandoned', '4 next'])
  })

  it('and the next projector does everything that is queued: the newest rules and the parked events', async () => {
    await stop()
    await start()
    await vi.waitUntil(
      async () => {
        const generations = await readGenerations(opened.database.pool)
        return generations.some(({ state, rulesOffset }) => state === 'live' && rulesOffset === publishedAt)
      },
      { timeout: 60_000 },
    )
    await vi.waitUntil(async () => (await statusOf(parked)) === 200, { timeout: 60_000 })
    expect(await ledger('parked')).toMatchObject({ code: 0, out: expect.stringMatching(/^Count +0$/m) })
    expect(await ledger('verify')).toMatchObject({ code: 0 })
  })

  it('without any server, folds by itself', async () => {
    const live = (await readGenerations(opened.database.pool)).find(({ state }) => state === 'live')?.id ?? 0
    parked = await park(live, 3)
    await stop()

    const retried = await ledger('parked', 'retry', '--json')
    expect(JSON.parse(retried.out)).toMatchObject({ done: { folded: 1, parked: 0, build: null } })
    const file = await rulesFile(4)
    const preview = await ledger('rules', 'preview', file, '--json')
    expect(JSON.parse(preview.out)).toMatchObject({
      done: { report: { live, preview: live + 1, scores: { plays: 3 } } },
    })
    const published = await ledger('rules', 'publish', file, '--yes', '--json')
    expect(JSON.parse(published.out)).toMatchObject({ done: { outcome: 'live', generation: live + 1 } })
    const back = await ledger('rollback', '--json')
    expect(JSON.parse(back.out)).toMatchObject({ done: { outcome: 'live', generation: live } })
    const replayed = await ledger('replay', '--json')
    expect(JSON.parse(replayed.out)).toMatchObject({ done: { outcome: 'live', generation: live + 2 } })
    for (const { code, err } of [retried, preview, published, back, replayed])
      expect({ code, err }).toEqual({ code: 0, err: expect.not.stringContaining('rror') })

    await start()
    expect(await states()).toContain(`${live + 2} live`)
    expect(await statusOf(parked)).toBe(200)
  })
})
