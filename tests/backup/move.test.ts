import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionUrl, readConnection } from '@stepledger/services/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '@stepledger/services/embedded-postgres/embedded-postgres.ts'
import { runMove } from '@stepledger/services/operator/move/run-move.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { refuseMovedSystem } from '@stepledger/services/platform/move/move-state.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isKafkaAvailable, isS3Available } from '../../scripts/services.ts'
import { playBody } from '../generators/play-body.ts'
import { command } from '../operator/command.ts'
import { dump } from '../read-models/dump.ts'
import { type Answer, call, newPlayer } from '../system/client.ts'
import { spawnServer, startServer } from '../system/server.ts'
import { allEvents, allFiles, allRows, withoutMoves } from './all-rows.ts'
import { fill, foldAll, players, playsOf } from './filled-system.ts'
import { emptyPlace, openSystem, type Place, quiet } from './place.ts'
import { expectSameIds, send, sendWith } from './send-plays.ts'

type System = Awaited<ReturnType<Place['open']>>

const isAvailable = (await isKafkaAvailable()) && (await isS3Available())

/** One system, moved from engine to engine. The tests run in order. */
describe.skipIf(!isAvailable)('ledger move', () => {
  let first: string
  let last: string
  let second: Place
  let third: Place
  /** Ids of sent plays; null for refused ones. */
  const ids = new Map<number, number | null>()

  beforeAll(async () => {
    first = await mkdtemp(join(tmpdir(), 'stepledger-move-from-'))
    last = await mkdtemp(join(tmpdir(), 'stepledger-move-to-'))
    second = await emptyPlace('embedded')
    third = await emptyPlace('distributed')
  })
  afterAll(async () => {
    await second.remove()
    await third.remove()
    await rm(first, { recursive: true, force: true })
    await rm(last, { recursive: true, force: true })
  })

  async function openEmbedded(dataDir: string): Promise<System> {
    const connection = await readConnection(dataDir)
    if (!connection) throw new Error('no database')
    return openSystem({
      ...readConfig({ DATA_DIR: dataDir }),
      databaseUrl: connectionUrl(connection, dataDir),
    })
  }

  /** Every event at its position, and every row: of accounts, of ids, and of the pages. */
  async function expectSame(from: System, to: System): Promise<void> {
    expect(await allEvents(to.ledger)).toEqual(await allEvents(from.ledger))
    expect(await allFiles(to.storage)).toEqual(await allFiles(from.storage))
    const { 'projector.generations': old = [], ...before } = withoutMoves(await allRows(from.database))
    const { 'projector.generations': all = [], ...after } = withoutMoves(await allRows(to.database))
    expect(after).toEqual(before)
    // One more: the generation that was folded while it moved.
    expect(all).toHaveLength(old.length + 1)
    const [schema, there] = [await foldAll(from), await foldAll(to)]
    expect(await dump(to.database.pool, there)).toEqual(await dump(from.database.pool, schema))
  }

  it('moves `npm start` to Postgres beside the running server, which goes on to show pages', async () => {
    // Given a server with players who send plays
    const server = await startServer(first)
    const from = await openEmbedded(first)
    await fill(from)
    const ann = await newPlayer(server.url, 'ann')
    const sending: Promise<Answer>[] = []
    function play(): Promise<Answer> {
      const body = playBody({ seed: sending.length + 1, rows: 20 })
      const answer = call(`${server.url}/v1/chart/${body.hash}/play`, { token: ann.key, body })
      sending.push(answer)
      return answer
    }

    // When it is moved
    const address = second.env.DATABASE_URL ?? ''
    const moved = await command('', ['move', '--to', address, '--as', 'Kim', '--yes', '--json'], {
      env: { DATA_DIR: first },
      onProgress: () => void play(),
    })
    expect(moved).toMatchObject({ code: 0, err: '' })
    expect(moved.json()).toMatchObject({ folded: true, files: 0 })

    // Then plays are refused such that the game keeps them, pages are served, and nothing is lost
    const refused = await play()
    expect(refused).toMatchObject({ status: 503 })
    expect(refused.headers.get('retry-after')).toBe('5')
    const login = { email: 'ann@example.com', password: 'correct horse' }
    expect((await call(`${server.url}/api/login`, { body: login })).status).toBe(503)
    expect((await call(`${server.url}/api/user/${ann.id}`, { token: ann.token })).status).toBe(200)
    const to = await openSystem({
      ...second.config,
      databaseUrl: second.env.DATABASE_URL ?? '',
      dataDir: first,
    })
    await expectSame(from, to)
    const { 'accounts.audit': audit } = await allRows(to.database)
    expect(audit).toContainEqual(expect.objectContaining({ what: 'System moved', by: 'operator' }))
    const { 'accounts.operators': operators } = await allRows(to.database)
    expect(operators).toContainEqual(expect.objectContaining({ name: 'Kim' }))
    const { rows } = await to.database.pool.query('select count(*)::int as n from ingest.claims')
    const answers = await Promise.all(sending)
    expect(rows).toEqual([{ n: answers.filter(({ status }) => status === 200).length }])
    await from.close()
    await to.close()

    // And no server starts on the old data again
    await server.stop()
    const { code, output } = await spawnServer(first).ended
    expect([code, output]).toEqual([1, expect.stringContaining('This system moved to Postgres at ')])
  })

  it('moves to Kafka and S3; interrupted before the switch, the old system goes on', async () => {
    const dataDir = first
    const env = { ...second.env, DATA_DIR: dataDir }
    const from = await openSystem({
      ...second.config,
      databaseUrl: second.env.DATABASE_URL ?? '',
      dataDir,
    })
    // Given a move that is interrupted while it copies the tables, writers being stopped
    const interrupt = new AbortController()
    let isConfirmed = false
    const sending = sendWith(from, ids)
    const interrupted = runMove({
      source: from,
      owner: from.database,
      from: readConfig(env),
      to: third.config,
      partitions: 12,
      confirm: async () => {
        isConfirmed = true
        return true
      },
      record: async () => {},
      output: {
        progress(doing) {
          sending.onProgress()
          if (isConfirmed && doing?.what === 'Copying ingest.claims') interrupt.abort(new Error('enough'))
        },
        signal: interrupt.signal,
      },
      log: quiet,
      now: Date.now,
    })
    await expect(interrupted).rejects.toThrow('enough')
    const there = await third.open()
    await expect(refuseMovedSystem(there.database.pool)).rejects.toThrow('is not complete: run the same')

    await playsOf(from).send(players[0] ?? '', 'between')

    // When it is run again, while plays arrive
    const args = ['--ledger', third.env.LEDGER_URL ?? '', '--storage', third.env.STORAGE_URL ?? '', '--yes']
    const moved = await command('', ['move', '--to', third.env.DATABASE_URL ?? '', ...args], {
      env,
      onProgress: sending.onProgress,
    })
    expect(moved).toMatchObject({ code: 0, err: '' })

    // Then everything is there, and no play is accepted any more
    await sending.done()
    expect(await send(playsOf(from), -1)).toBeNull()
    await refuseMovedSystem(there.database.pool)
    await expectSame(from, there)
    await there.close()

    // And the move can be undone
    expect(await command('', ['move', '--undo', '--yes'], { env })).toMatchObject({ code: 0 })
    expect(await playsOf(from).send(players[0] ?? '', 'afterwards')).toMatchObject({ duplicate: false })
    await from.close()
  })

  it('moves back to an embedded database, where sent plays keep their ids', async () => {
    const from = await third.open()
    const sending = sendWith(from, ids)
    const moved = await command('', ['move', '--to', last, '--storage', last, '--yes'], {
      env: third.env,
      onProgress: sending.onProgress,
    })
    expect(moved).toMatchObject({ code: 0, err: '' })
    await sending.done()
    expect(await send(playsOf(from), -1)).toBeNull()
    const postgres = await startEmbeddedPostgres({ dataDir: last, log: quiet })
    const to = await openEmbedded(last)
    await expectSame(from, to)
    await expectSameIds(to, ids)
    await from.close()
    await to.close()
    await postgres.stop()
  })
})
