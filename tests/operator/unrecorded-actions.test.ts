import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateAnalysis } from '@stepledger/services/analysis/publication/published-series.ts'
import { packFor } from '@stepledger/services/catalogue/uploads/pack-ids.ts'
import { migrateCatalogue } from '@stepledger/services/catalogue/uploads/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madePack, madeSimfile } from '../generators/pack.ts'
import { ann, bob, type CommandLedger, commandLedger } from './command-ledger.ts'

let ledger: CommandLedger
let dataDir: string
const rows = async (query: string) => (await ledger.given.database.pool.query(query)).rows
const run = (args: string) => ledger.run(args, { env: { DATA_DIR: dataDir } })

beforeAll(async () => {
  ledger = await commandLedger()
  dataDir = await mkdtemp(join(tmpdir(), 'stepledger-unrecorded-'))
  const { database } = ledger.given
  await migrateCatalogue(database)
  await migrateAnalysis(database)
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$;
    create trigger refuse before insert on accounts.operator_actions execute function refuse()`)
})
afterAll(async () => {
  await ledger.given.close()
  await rm(dataDir, { recursive: true, force: true })
})

const notRecorded = { code: 3, err: expect.stringContaining('no audit') }

/** Otherwise a crash after the action would lose who acted. */
describe('an action that cannot be recorded is not done:', () => {
  it('adding a pack', async () => {
    const zip = join(dataDir, 'Small.zip')
    await writeFile(zip, madePack('Small', { 'A/a.ssc': madeSimfile({ title: 'A', charts: [] }) }))
    expect(await run(`pack add ${zip}`)).toMatchObject(notRecorded)
    expect(await rows('select from catalogue.uploads')).toEqual([])
  })

  it('transferring a pack', async () => {
    const { id } = await packFor(ledger.given.database, 'Second', bob)
    expect(await run(`pack owner ${id} Ann`)).toMatchObject(notRecorded)
    expect(await rows('select owner from catalogue.packs')).toEqual([{ owner: bob }])
    expect(ann).not.toBe(bob)
  })

  it('publishing the data', async () => {
    expect(await run('data publish')).toMatchObject(notRecorded)
    expect(await rows('select from analysis.series')).toEqual([])
  })
})
