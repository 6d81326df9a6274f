import { playerDataInventory } from '@stepledger/services/accounts/erasure/player-data-inventory.ts'
import { migrateAccounts } from '@stepledger/services/accounts/migrations.ts'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startLinkServer } from '../links/link-server.ts'

/** Ids that do not belong to players: of a session, an API key, an action, a ledger. */
const otherIds = new Set([
  'accounts.sessions.id',
  'accounts.api_keys.id',
  'accounts.device_links.api_key_id',
  'accounts.device_links.user_code',
  'accounts.passkeys.id',
  'accounts.operators.id',
  'accounts.operator_actions.id',
  'catalogue.uploads.id',
  'competitions.drafts.id',
  'projector.generations.ledger_id',
])

const columns = z.array(z.object({ name: z.string() }))

it("the inventory contains every column that can hold a player's id: a new column fails here", async () => {
  const server = await startLinkServer()
  onTestFinished(() => server.stop())
  await migrateAccounts(server.database)
  // Ids of players are uuids; text columns hold them inside keys or are named after players.
  const { rows } = await server.database.pool.query(`
    SELECT format('%s.%s.%s', regexp_replace(c.table_schema, '^g[0-9]+$', 'generation'), c.table_name, c.column_name) AS name
    FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
      AND (c.data_type = 'uuid' OR c.udt_name = '_uuid'
        OR c.column_name ~ '(player|rival|user|uploader|owner|account)' AND c.data_type IN ('text', 'bytea', 'bigint')
        OR c.column_name = 'key' AND c.table_schema IN ('ledger', 'projector'))
    ORDER BY name`)
  const there = columns.parse(rows).map(({ name }) => name)
  const known = playerDataInventory.map(({ table, column }) => `${table}.${column}`)
  expect(there.filter((name) => !known.includes(name) && !otherIds.has(name))).toEqual([])
  // Tables that only exist with Redis.
  expect(
    known.filter((name) => !there.includes(name) && !name.startsWith('generation.board_changes')),
  ).toEqual([])
})

it('rows that are deleted with their account have a foreign key with ON DELETE CASCADE', async () => {
  const server = await startLinkServer()
  onTestFinished(() => server.stop())
  const { rows } = await server.database.pool.query(`
    SELECT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'accounts.players'::regclass AND confdeltype = 'c' ORDER BY name`)
  const cascades = playerDataInventory.filter(({ fate }) => fate === 'cascades').map(({ table }) => table)
  expect(columns.parse(rows).map(({ name }) => name)).toEqual(cascades.sort())
})
