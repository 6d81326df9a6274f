import { connect, createServer, type Socket } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../embedded-postgres/data-folder.ts'
import { deferred } from '../async/deferred-in-tests.ts'
import { countersForTests } from './counters-in-tests.ts'
import { openDatabase } from './database.ts'

const soon = { timeout: 15_000 }

const { url, db, counter, set, stop } = await countersForTests()
afterAll(stop)

describe('retried work', () => {
  it('succeeds after a deadlock', async () => {
    await Promise.all([set(1, 0), set(2, 0)])
    let arrived = 0
    const [bothArrived, arrivedBoth] = deferred()
    let attempts = 0
    const addInOrder = (first: number, second: number) =>
      db.retrying(() =>
        db.transaction(async (client) => {
          attempts += 1
          await client.query('UPDATE counters SET n = n + 1 WHERE id = $1', [first])
          arrived += 1
          if (arrived === 2) arrivedBoth()
          await bothArrived
          await client.query('UPDATE counters SET n = n + 1 WHERE id = $1', [second])
        }),
      )
    await Promise.all([addInOrder(1, 2), addInOrder(2, 1)])

    expect([await counter(1), await counter(2)]).toEqual([2, 2])
    // On a busy machine the second attempt may deadlock again.
    expect(attempts).toBeGreaterThanOrEqual(3)
  })

  it('succeeds after serialization failures', async () => {
    await set(1, 0)
    const add = () =>
      db.retrying(() =>
        db.transaction(
          async (client) => {
            const n = (await client.query('SELECT n FROM counters WHERE id = 1')).rows[0].n
            await client.query('UPDATE counters SET n = $1 WHERE id = 1', [n + 1])
          },
          { isolation: 'serializable' },
        ),
      )
    await Promise.all([add(), add(), add(), add()])

    expect(await counter(1)).toBe(4)
  })

  it('waits until the database is available', async () => {
    const { pathname, port, hostname, username, password } = new URL(url)
    const localPort = await freePort()
    const errors: unknown[] = []
    const unavailable = openDatabase({
      url: `postgres://${username}:${password}@127.0.0.1:${localPort}${pathname}`,
      maxConnections: 1,
      onError: (error) => errors.push(error),
    })

    const answer = unavailable.retrying(() => unavailable.pool.query('SELECT 1 AS n'))
    await vi.waitUntil(() => errors.length >= 2, soon)
    const sockets = new Set<Socket>()
    const proxy = createServer((incoming) => {
      const upstream = connect(Number(port), hostname)
      for (const socket of [incoming, upstream]) sockets.add(socket.on('error', () => {}))
      incoming.pipe(upstream).pipe(incoming)
    }).listen(localPort, '127.0.0.1')

    expect((await answer).rows).toEqual([{ n: 1 }])
    await unavailable.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })

  it('is not retried after an error that is not transient', async () => {
    let attempts = 0
    const wrong = db.retrying(async () => {
      attempts += 1
      await db.pool.query('SELECT nonsense')
    })

    await expect(wrong).rejects.toThrow('nonsense')
    expect(attempts).toBe(1)
  })

  it('rejects with the last error when it is aborted', async () => {
    const stop = new AbortController()
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const endless = db.retrying(async () => {
      setImmediate(() => stop.abort())
      throw deadlock
    }, stop.signal)

    await expect(endless).rejects.toBe(deadlock)
  })
})
