import {
  deliverOperatorActions,
  doAndRecord,
  insertOperatorAuditEntry,
  readAudit,
} from '@stepledger/services/accounts/operations/operator-audit.ts'
import { accountsDatabase } from '@stepledger/services/accounts/tables.ts'
import { deferred } from '@stepledger/services/platform/async/deferred-in-tests.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ann, type CommandLedger, commandLedger } from './command-ledger.ts'

/** Without a server, which would append queued entries at once. */
describe('the audit log of operators', () => {
  let commands: CommandLedger
  beforeAll(async () => {
    commands = await commandLedger()
  })
  afterAll(() => commands.given.close())
  const push = { publish: () => {} }
  const entriesBy = async (name: string) => {
    const { database, ledger } = commands.given
    const entries = await readAudit({ database, ledger, players: { lookUp: async () => new Map() } })
    return entries.filter(({ operator }) => operator === name)
  }

  it('queues the entry of an action while the ledger is away, and appends it once', async () => {
    const { database, ledger } = commands.given
    const lou = { name: 'Lou', mayBeAlias: false, reason: null }
    const db = accountsDatabase(database)
    // An action in the database is recorded before it is done, so that a crash does not lose who acted.
    const [crash, crashed] = deferred()
    const acting = doAndRecord(
      { db, push },
      'Rolled back',
      lou,
      () => crash,
      () => null,
    )
    const before = { what: 'Rolled back', operator: 'Lou', position: null, details: { outcome: 'unknown' } }
    await expect.poll(() => entriesBy('Lou')).toMatchObject([before])
    crashed()
    await acting
    const entry = { playerId: ann, what: 'Permission granted', details: { permission: 'packs.upload' } }
    await insertOperatorAuditEntry(db, entry, lou)
    const away = { append: () => Promise.reject(new Error('the ledger is away')) }
    await expect(deliverOperatorActions({ database, ledger: away, push })).rejects.toThrow('away')
    await database.pool.query("update accounts.operator_actions set leased_until = '-infinity'")
    const shown = { operator: 'Lou', what: 'Permission granted', playerId: ann, player: null }
    expect(await entriesBy('Lou')).toMatchObject([{ ...shown, position: null }])

    await Promise.all([1, 2, 3].map(() => deliverOperatorActions({ database, ledger, push })))
    expect(await entriesBy('Lou')).toMatchObject([{ ...shown, position: expect.stringMatching(/^0:\d+$/) }])
    const { out } = await commands.run('events --topic rules --type OperatorActed --json')
    expect(out.filter((line) => line.includes('Permission granted'))).toHaveLength(1)
  })

  it('adds the outcome of an action that takes longer than its entry waits for it', async () => {
    const { database, ledger } = commands.given
    const max = { name: 'Max', mayBeAlias: false, reason: null }
    const slow = async () => {
      await database.pool.query("update accounts.operator_actions set leased_until = '-infinity'")
      await deliverOperatorActions({ database, ledger, push })
      return 'done'
    }
    const db = accountsDatabase(database)
    await doAndRecord({ db, push }, 'Data published', max, slow, (series) => ({ series }))
    expect(await entriesBy('Max')).toMatchObject([
      { what: 'Data published', details: { outcome: 'unknown' } },
      { what: 'Data published', details: { series: 'done' } },
    ])
  })
})
