import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@stepledger/services/embedded-postgres/embedded-postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { newPlayer, submit } from '../system/client.ts'
import { spawnServer } from '../system/server.ts'
import { command } from './command.ts'

/** A Postgres with an owner and an application role that owns nothing. The tests run in order. */
describe('ledger migrate', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-migrate-'))
    const log = { info: () => {}, warn: console.error, error: console.error }
    postgres = await startEmbeddedPostgres({ dataDir, log })
  })
  afterAll(async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const asApplication = () => ({ DATABASE_URL: postgres.url })
  const refused =
    'The tables of accounts must be migrated, and the role of the application may not do that: run "ledger migrate" as their owner (MIGRATION_DATABASE_URL)'

  it('a server that lacks tables and may not create them says which command does', async () => {
    const { code, err } = await command(postgres.url, ['migrate'])
    expect({ code, err }).toEqual({ code: 3, err: refused })
    const { code: ended, output } = await spawnServer(dataDir, asApplication()).ended
    expect([ended, output]).toEqual([1, expect.stringContaining('and the role of the application may not')])
  })

  it('creates the tables as owner, idempotently; then the server runs as the application', async () => {
    const env = { MIGRATION_DATABASE_URL: postgres.ownerUrl }
    for (let time = 0; time < 2; time++)
      expect(await command(postgres.url, ['migrate'], { env })).toEqual(
        expect.objectContaining({ code: 0, out: ['The tables are up to date'], err: '' }),
      )

    const server = spawnServer(dataDir, asApplication())
    const url = await server.url
    await submit(url, await newPlayer(url, 'ada'), playBody({ seed: 1, rows: 20 }))
    expect(await command(postgres.url, ['verify'])).toMatchObject({ code: 0 })
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  it('refuses the embedded database', async () => {
    expect(await command('', ['migrate'])).toMatchObject({
      code: 2,
      err: 'DATABASE_URL or LEDGER_URL: must be set; a server migrates its embedded database itself',
    })
    expect(
      await command('', ['status'], { env: { MIGRATION_DATABASE_URL: postgres.ownerUrl } }),
    ).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^MIGRATION_DATABASE_URL: needs a DATABASE_URL/),
    })
  })
})
