import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../../scripts/services.ts'
import { migrateTables } from '../../migrate-all.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { ledgerTables } from '../../platform/ledger/ledger-tables.ts'
import { createMoveTable, isWritable } from '../../platform/move/move-state.ts'
import { undoMove } from './mark-move.ts'
import { withStoppedWriters } from './stop-writers.ts'

const write = "insert into accounts.audit (at, by, what) values (now(), 'operator', 'tried')"
const mark = {
  text: "insert into public.stepledger_move (state, ledger_id, place) values ('moved', gen_random_uuid(), 'elsewhere')",
}

describe('writers', () => {
  let postgres: TestService
  let database: Database
  const options = { signal: new AbortController().signal, ledgerInDatabase: true }

  beforeEach(async () => {
    postgres = await postgresForTests()
    database = openDatabase({ url: postgres.url, maxConnections: 4 })
    await migrateTables(database)
    await ledgerTables(database)
    await database.pool.query(createMoveTable)
  })
  afterEach(async () => {
    await database.close()
    await postgres.stop()
  })
  const written = async () => (await database.pool.query('select from accounts.audit')).rowCount

  it('are refused once those in progress have ended, while readers go on; and go on afterwards', async () => {
    // Given a transaction that has written
    const writer = await database.pool.connect()
    await writer.query('begin')
    await writer.query(write)
    const stopping = withStoppedWriters(database, options, async () => {
      // Then its row is there before the work begins, and no other is added
      expect(await written()).toBe(1)
      await expect(database.pool.query(write)).rejects.toMatchObject({ code: '25006' })
      await expect(
        database.pool.query("insert into ledger.events values ('events', 0, 0, '', '')"),
      ).rejects.toThrow('this system is moving, and read-only until it has moved')
      expect(await isWritable(database.pool)).toBe(false)
    })
    await writer.query('commit')
    writer.release()
    await stopping
    await database.pool.query(write)
    expect(await isWritable(database.pool)).toBe(true)
  })

  it('go on when the command dies, which then cannot record that the system has moved', async () => {
    const killed = withStoppedWriters(database, options, async ({ commit }) => {
      await database.pool.query(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'stepledger move'",
      )
      await database.pool.query(write)
      await commit(mark)
    })
    await expect(killed).rejects.toThrow()
    await database.pool.query(write)
    expect(await written()).toBe(2)
  })

  it('stay refused after the move, until it is undone', async () => {
    await withStoppedWriters(database, options, ({ commit }) => commit(mark))
    await expect(database.pool.query(write)).rejects.toThrow('this system moved to elsewhere')
    expect(await isWritable(database.pool)).toBe(false)
    expect(await undoMove(database, async () => {})).toBe('elsewhere')
    await database.pool.query(write)
    expect(await undoMove(database, async () => {})).toBeNull()
  })
})
