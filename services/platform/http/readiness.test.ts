import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { deferred } from '../async/deferred-in-tests.ts'
import { type Checks, serveReadiness } from './readiness.ts'
import { testApp } from './test-app.ts'

describe('the health of a process', () => {
  const apps: ReturnType<typeof testApp>[] = []
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()))
  })
  const serving = (checks: Checks) => {
    const app = testApp()
    apps.push(app)
    serveReadiness(app, checks, 200)
    return app
  }
  const fine = async () => {}

  it('is live and ready if all dependencies respond', async () => {
    const app = serving({ database: fine, ledger: fine })

    expect((await app.inject('/health/live')).statusCode).toBe(200)
    const ready = await app.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([200, { ready: true, failing: [] }])
  })

  it('is live but not ready if a dependency fails or times out, and names it', async () => {
    const app = serving({
      database: fine,
      ledger: () => Promise.reject(new Error('away')),
      push: () => new Promise(() => {}),
    })

    expect((await app.inject('/health/live')).statusCode).toBe(200)
    const ready = await app.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([503, { ready: false, failing: ['ledger', 'push'] }])
  })

  it('is not ready as soon as shutdown begins, while running requests finish', async () => {
    const app = serving({ database: fine })
    const [begun, begin] = deferred()
    const [finished, finish] = deferred()
    const [closing, close] = deferred()
    app.get('/slow', async () => {
      begin()
      await finished
      return { slow: true }
    })
    const [asked, hear] = deferred()
    app.addHook('preClose', async () => close())
    app.addHook('onRequest', async ({ url }) => {
      if (url === '/health/ready') hear()
    })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    const asks = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`)
    asks('/slow')
    await begun

    const closed = app.close()
    await closing
    asks('/health/ready')
    await asked
    finish()

    const said = await text(socket)
    expect(said.match(/HTTP\/1\.1 \d+|\{.*?\}/g)).toEqual([
      'HTTP/1.1 200',
      '{"slow":true}',
      'HTTP/1.1 503',
      '{"ready":false,"failing":["stopping"]}',
    ])
    await closed
  })
})
