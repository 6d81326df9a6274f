import { getData, publishedData } from '@stepledger/contracts/http/data.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, submit } from '../system/client.ts'
import { distributedSystem } from '../system/distributed-system.ts'
import { distributedIsHere } from '../system/engines.ts'
import type { SystemUnderTest } from '../system/system-under-test.ts'

/** What docs/operating.md says of the containers in which commands run. */
describe.skipIf(!(await distributedIsHere()))('the ledger command, where each service has a role', () => {
  let system: SystemUnderTest
  beforeAll(async () => {
    system = await distributedSystem()
  })
  afterAll(async () => {
    await system.stop()
    await system.remove()
  })

  it('explains, verifies, folds again and withdraws as a projector', async () => {
    const ada = await newPlayer(system.url, 'ada')
    const { playId } = await submit(system.url, ada, playBody({ seed: 8, rows: 30 }))
    for (const command of [`explain ${playId}`, 'verify', 'replay', `withdraw ${playId} --yes`]) {
      const { code, err } = await system.ledger('projector', ...command.split(' '))
      expect([command, code, err]).toEqual([command, 0, expect.not.stringContaining('permission')])
    }
  })

  it('gives permissions as accounts, and as nobody else', async () => {
    await newPlayer(system.url, 'ben')
    const grant = ['grant', 'ben', 'packs.upload']
    expect(await system.ledger('projector', ...grant)).toMatchObject({
      err: expect.stringContaining('permission denied'),
    })
    expect(await system.ledger('accounts', ...grant)).toMatchObject({ code: 0 })
  })

  it('erases a player as accounts, and as nobody else', async () => {
    const eve = await newPlayer(system.url, 'eve')
    await submit(system.url, eve, playBody({ seed: 9, rows: 30 }))
    expect(await system.ledger('projector', 'erase', 'eve', '--yes')).toMatchObject({
      err: expect.stringContaining('permission denied'),
    })
    expect(await system.ledger('accounts', 'erase', 'eve', '--yes')).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('permission'),
      out: 'eve is erased, and no page shows it.\n',
    })
    expect((await call(`${system.url}/api/user/${eve.id}`)).status).toBe(404)
    expect(await system.ledger('accounts', 'who', 'eve')).toMatchObject({ code: 1 })
  })

  it('makes up history as the owner of the database, which the projectors fold', async () => {
    const seeded = await system.ledger('owner', 'seed', '--plays', '50', '--players', '5', '--yes')
    expect(seeded).toMatchObject({ code: 0 })
  })

  it('publishes the data as analysis, and as nobody else', async () => {
    expect(await system.ledger('projector', 'data', 'publish')).toMatchObject({
      err: expect.stringContaining('permission denied'),
    })
    expect(await system.ledger('analysis', 'data', 'publish')).toMatchObject({ code: 0 })
    const answer = await call(`${system.url}${getData.path}`)
    const [series] = publishedData.parse(answer.body).series
    const players = series?.files.find(({ table }) => table === 'players')
    const range = { range: 'bytes=0-3' }
    const file = await fetch(system.url + (players?.url ?? ''), { headers: range })
    expect([file.status, await file.text()]).toEqual([206, 'PAR1'])
  })
})
