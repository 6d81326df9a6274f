import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rivalAdded } from '@stepledger/contracts/rivals/events.ts'
import { describe, expect, it } from 'vitest'
import { foldingLedger } from '../../tests/folding-ledger.ts'
import { followReachability, type Part } from '../platform/health/reachability.ts'
import { testApp } from '../platform/http/test-app.ts'
import { inProcessPush } from '../platform/push/in-process.ts'
import { followProgress } from '../progress.ts'
import { serveHealth } from './health.ts'

async function prepare(optional: readonly Part[] = []) {
  const given = await foldingLedger()
  await given.settled()
  await given.stopFolding()
  const push = inProcessPush(randomUUID())
  const progress = await followProgress(given.database, push)
  const app = testApp()
  const parts = followReachability([
    { name: 'database', product: 'Postgres', check: () => given.database.pool.query('select') },
    ...optional,
  ])
  serveHealth(app, {
    ledger: given.ledger,
    progress,
    parts,
    engine: { ledger: 'Postgres', push: 'in process' },
  })
  const ask = async () => (await app.inject('/api/health')).json()
  const close = async () => {
    await app.close()
    await progress.stop()
    await push.close()
    await given.close()
  }
  return { ...given, ask, close }
}

describe('the health of the server', () => {
  it('is checked at most twice a second; all requests share the result', async () => {
    const { database, ask, close } = await prepare()
    let queries = 0
    database.pool.on('acquire', () => {
      queries += 1
    })
    const from = performance.now()
    const answers = await Promise.all(Array.from({ length: 300 }, ask))
    const checks = 1 + Math.ceil((performance.now() - from) / 500)

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['ok']))
    // Each check is four queries; in addition, this process reads its progress once a second.
    expect(queries).toBeLessThanOrEqual(7 * checks)
    await close()
  })

  it('names parts without which it goes on', async () => {
    const check = async () => Promise.reject(new Error('away'))
    const { ask, close } = await prepare([{ name: 'redis', product: 'Redis', check }])
    expect(await ask()).toMatchObject({
      status: 'degraded',
      silent: [{ name: 'redis', product: 'Redis', silentSeconds: expect.any(Number) }],
    })
    await close()
  })

  it('names the one of ledger and database that does not answer', async () => {
    const { database, ask, close } = await prepare()
    for (const [table, part] of [
      ['ledger.events', 'ledger'],
      ['projector.live', 'database'],
    ] as const) {
      await database.pool.query(`ALTER TABLE ${table} RENAME TO hidden`)
      await expect.poll(ask, { timeout: 30_000 }).toEqual({ error: `The ${part} does not answer` })
      await database.pool.query(
        `ALTER TABLE ${table.replace(/\w+$/, 'hidden')} RENAME TO ${table.replace(/^\w+\./, '')}`,
      )
      await expect.poll(ask, { timeout: 30_000 }).toMatchObject({ status: 'ok' })
    }
    await close()
  })

  it('reports a change after half a second', async () => {
    const { ledger, ask, close } = await prepare()
    expect(await ask()).toMatchObject({ status: 'ok', lag: 0 })
    const key = randomUUID()
    const bytes = encodeEvent(rivalAdded, { id: 'r', at: 1, key, data: { rivalId: key } })
    await ledger.append('events', { key, bytes })
    await expect.poll(ask).toMatchObject({ status: 'ok', lag: 1 })
    await close()
  })
})
