import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { series } from '@stepledger/contracts/analysis/series.ts'
import { getData, publishedData } from '@stepledger/contracts/http/data.ts'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { playBody } from '../generators/play-body.ts'
import { itLong } from '../length.ts'
import { call, newPlayer, submit } from '../system/client.ts'
import type { SystemUnderTest } from '../system/system-under-test.ts'

const folding = z.object({ partitions: z.array(z.object({ lag: z.int() })) })

/** The commands of docs/commands.md, each run with the role of its service. */
export function operatingTests(running: () => SystemUnderTest): void {
  let system: SystemUnderTest
  beforeAll(() => {
    system = running()
  })

  it('explain, verify and replay work as projector, withdraw as ingest', async () => {
    const ada = await newPlayer(system.url, 'wyn')
    const { playId } = await submit(system.url, ada, playBody({ seed: 8, rows: 30 }))
    for (const [service, command] of [
      ['projector', `explain ${playId}`],
      ['projector', 'verify'],
      ['projector', 'replay'],
      ['ingest', `withdraw ${playId} --yes`],
    ] as const) {
      const { code, err } = await system.ledger(service, ...command.split(' '))
      expect([command, code, err]).toEqual([command, 0, expect.not.stringContaining('permission')])
    }
  })

  itLong('granting permissions works only as accounts', async () => {
    await newPlayer(system.url, 'xan')
    const grant = ['grant', 'xan', 'packs.upload']
    expect(await system.ledger('projector', ...grant)).toMatchObject({
      err: expect.stringContaining('permission denied'),
    })
    expect(await system.ledger('accounts', ...grant)).toMatchObject({ code: 0 })
  })

  itLong('erasing a player works only as accounts', async () => {
    const eve = await newPlayer(system.url, 'eve')
    await submit(system.url, eve, playBody({ seed: 9, rows: 30 }))
    expect(await system.ledger('projector', 'erase', 'eve', '--yes')).toMatchObject({
      err: expect.stringContaining('permission denied'),
    })
    expect(await system.ledger('accounts', 'erase', 'eve', '--yes')).toMatchObject({
      code: 0,
      err: expect.not.stringContaining('permission'),
      out: expect.stringMatching(/Folded +yes\n$/),
    })
    expect((await call(`${system.url}/api/user/${eve.id}`)).status).toBe(404)
    expect(await system.ledger('accounts', 'who', 'eve')).toMatchObject({
      out: expect.stringMatching(/^Players +none\n/),
    })
  })

  itLong('dumping works as owner of the database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-dump-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(await system.ledger('owner', 'dump', folder)).toMatchObject({ code: 0 })
    expect(await system.ledger('owner', 'dump', '--check', folder)).toMatchObject({ code: 0 })
  })

  itLong('seeding works as owner of the database, and the projectors fold it', async () => {
    for (const days of [75, 40]) {
      const until = new Date(Date.now() - days * 86_400_000).toISOString()
      const options = `--plays 1000 --charts 2 --players 200 --until ${until} --yes`
      expect(await system.seed(...options.split(' '))).toMatchObject({ code: 0 })
    }
  })

  itLong('exporting works as analysis, with steps from Kafka', async () => {
    const lag = async () => {
      const { partitions } = folding.parse(
        JSON.parse((await system.ledger('projector', 'status', '--json')).out),
      )
      return partitions.reduce((sum, { lag }) => sum + lag, 0)
    }
    // Seldom, because each question is a process that takes time from the projectors.
    await vi.waitUntil(async () => (await lag()) === 0, { timeout: 60_000, interval: 1_000 })
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-exported-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { code, err } = await system.ledger('analysis', 'export', '--out', folder)
    expect([code, err]).toEqual([0, expect.anything()])
    const { files } = series.parse(JSON.parse(await readFile(join(folder, 'series.json'), 'utf8')))
    for (const table of ['plays', 'timing', 'hours', 'charts'])
      expect(files.find((file) => file.table === table)?.rows).toBeGreaterThan(10)
  })

  itLong('publishing works only as analysis', async () => {
    expect(await system.ledger('projector', 'data', 'publish')).toMatchObject({
      err: expect.stringContaining('permission denied'),
    })
    const { code, err } = await system.ledger('analysis', 'data', 'publish')
    expect([code, err]).toEqual([0, expect.anything()])
    const answer = await call(`${system.url}${getData.path}`)
    const [newest] = publishedData.parse(answer.body).series
    const plays = newest?.files.find(({ table, format }) => table === 'plays' && format === 'parquet')
    const range = { range: 'bytes=0-3' }
    const file = await fetch(system.url + (plays?.url ?? ''), { headers: range })
    expect([file.status, await file.text()]).toEqual([206, 'PAR1'])
  })
}
