import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { grantToApplication } from '../../platform/database/grants.ts'
import { migrateAccounts } from '../migrations.ts'
import { scrubTables } from './scrub-tables.ts'

const mail = 'unmistakable-4711@example.org'
const id = '11111111-1111-4111-8111-111111111111'
const warnings: string[] = []
const log = { info: () => {}, warn: (text: string) => void warnings.push(text), error: () => {} }

let dataDir: string
let postgres: EmbeddedPostgres
let database: Database
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stepledger-scrub-'))
  postgres = await startEmbeddedPostgres({ dataDir, log })
  const owner = openDatabase({ url: postgres.ownerUrl, maxConnections: 1 })
  await migrateAccounts(owner)
  await grantToApplication(owner, 'stepledger_app')
  await owner.close()
  database = openDatabase({ url: postgres.url, maxConnections: 2 })
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Files of Postgres that contain the text. */
async function filesWith(text: string): Promise<string[]> {
  const all = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of all.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    // Postgres deletes files meanwhile.
    const content = await readFile(path).catch(() => Buffer.alloc(0))
    if (content.includes(text)) found.push(path.slice(dataDir.length))
  }
  return found
}

describe('the remains of deleted rows', () => {
  it('are in no file of the embedded Postgres, WAL included', async () => {
    const { pool } = database
    const addPlayer = (playerId: string, address: string) =>
      pool.query(
        `INSERT INTO accounts.players (id, alias, alias_key, email, email_key, password_hash, sealing_key, created_at, updated_at)
         VALUES ($1, $2, $2, $2, $2, '', sha256('a'), now(), now())`,
        [playerId, address],
      )
    await addPlayer(id, mail)
    for (let n = 0; n < 20; n++) await addPlayer(crypto.randomUUID(), `other-${n}@example.org`)
    await pool.query(
      `INSERT INTO accounts.mails (player_id, kind, address, address_key, created_at, next_try_at)
       VALUES ($1, 'verifyEmail', $2, $2, now(), now())`,
      [id, mail],
    )
    for (let n = 0; n < 3; n++) {
      await pool.query('UPDATE accounts.players SET updated_at = now() WHERE id = $1', [id])
      await pool.query('CHECKPOINT')
      await pool.query(`SELECT pg_logical_emit_message(false, 'noise', repeat('x', 20000000))`)
    }
    expect(await filesWith(mail)).not.toEqual([])
    await pool.query('DELETE FROM accounts.players WHERE id = $1', [id])

    await scrubTables(database, log)

    expect(await filesWith(mail)).toEqual([])
    expect(warnings).toEqual([])
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM accounts.players')
    expect(rows).toEqual([{ n: 20 }])
  })
})
