import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRunningDatabase, readServerFile } from './data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { log, query } from './support.fixture.ts'

let dataDir: string
let server: EmbeddedPostgres

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stepledger-folder-'))
  server = await startEmbeddedPostgres({ dataDir, log })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** The tests run in order: a command or a server that is just starting, then a server with an address, then none. */
describe('DATA_DIR', () => {
  const url = 'http://localhost:8080'
  const secondStart = () => startEmbeddedPostgres({ dataDir, log })

  it('in use by a command: a start is refused, and there is no database of a server', async () => {
    await expect(secondStart()).rejects.toThrow('is in use by a ledger command')
    expect(await findRunningDatabase(dataDir)).toBeNull()
    expect(await findRunningDatabase(join(dataDir, 'elsewhere'))).toBeNull()
  })

  it('in use by a server: a start is refused and names it, and its database is found', async () => {
    await server.describe(url)

    const holder = `\\(process ${process.pid}, since .+\\)$`
    await expect(secondStart()).rejects.toThrow(
      new RegExp(`^\\S+ is in use by the server at ${url} ${holder}`),
    )
    expect(await findRunningDatabase(dataDir)).toBe(server.url)
    expect(await query(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('is free once the server has stopped, and has no record of it', async () => {
    expect(await readServerFile(dataDir)).toMatchObject({ pid: process.pid, url })
    await server.stop()

    expect(existsSync(join(dataDir, 'server.json'))).toBe(false)
    expect(await findRunningDatabase(dataDir)).toBeNull()
    await (await secondStart()).stop()
  })
})
