import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { errorAnswer } from '@stepledger/contracts/http/route.ts'
import { routesByService } from '@stepledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { caddyInstallHint, isCaddyInstalled, runCaddy } from '../services/caddy.ts'
import { ownPort, portOf } from '../services/own-port.ts'
import type { OwnServer } from '../services/server-kind.ts'
import { requireOrSkip } from '../services.ts'
import { caddyfile } from './caddyfile.ts'

it('the Caddyfile matches the contracts (update with `npm run caddyfile`)', async () => {
  const checkedIn = await readFile(new URL('../../Caddyfile', import.meta.url), 'utf8')
  expect(checkedIn).toBe(caddyfile())
})

it('has one proxy for each service, since Caddy checks the health of a process once for each proxy', () => {
  for (const service of Object.keys(routesByService))
    expect(caddyfile().match(new RegExp(`import ${service}$`, 'gm'))).toHaveLength(1)
})

/** With this path a process sends one message and keeps the stream open. */
const openStream = '/api/events/stream?open'

const here = requireOrSkip((await isCaddyInstalled()) || null, 'Caddy', caddyInstallHint)

describe.skipIf(!here)('the proxy in front of the services', () => {
  const services = [
    'ingest',
    'accounts',
    'catalogue',
    'competitions',
    'query-1',
    'query-2',
    'analysis',
    'projector-1',
    'projector-2',
  ] as const
  const stubs = new Map<string, Server>()
  let caddy: OwnServer

  /** While `accounts` is busy: delay of its health check, ms, and a callback when it has answered. */
  let busy: { readonly ms: number; readonly onAnswer: () => void } | null = null
  /** Called with each process whose readiness was checked and that is not ready. */
  let unready: ((name: string) => void) | null = null

  beforeAll(async () => {
    const addresses: Record<string, string> = {}
    for (const name of services) {
      const stub = createServer(async (request, response) => {
        request.resume()
        if (request.url === openStream) {
          // The second message comes much later.
          response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
          response.write('data: first\n\n')
          return
        }
        const slow = name === 'accounts' && request.url === '/health/ready' ? busy : null
        await setTimeout(slow?.ms)
        slow?.onAnswer()
        if (unready && name.startsWith('query') && request.url === '/health/ready') {
          response.writeHead(503).end(() => unready?.(name))
          return
        }
        response.end(request.headers['x-forwarded-for'] ? `${name} ${request.url}` : 'ready')
      })
      stub.listen(0, '127.0.0.1')
      await new Promise((resolve) => stub.once('listening', resolve))
      stubs.set(name, stub)
      addresses[name] = `127.0.0.1:${portOf(stub)}`
    }
    const at = (name: (typeof services)[number]) => addresses[name] ?? ''
    caddy = await runCaddy({
      ingest: [at('ingest')],
      accounts: [at('accounts')],
      catalogue: [at('catalogue')],
      competitions: [at('competitions')],
      query: [at('query-1'), at('query-2')],
      analysis: [at('analysis')],
      projector: [at('projector-1'), at('projector-2')],
    })
  })
  afterAll(async () => {
    await caddy.stop()
    for (const stub of stubs.values()) stub.close()
  })
  const answered = async (method: string, path: string) => {
    const answer = await fetch(`${caddy.url}${path}`, { method })
    return { status: answer.status, text: await answer.text() }
  }

  it.each(
    Object.entries(routesByService).flatMap(([service, routes]) =>
      routes.map((route) => [service, route.method, route.path] as const),
    ),
  )('brings to %s: %s %s', async (service, method, path) => {
    const asked = path.replaceAll(/:\w+/g, 'a1-b')
    const { text } = await answered(method, `${asked}?page=2`)
    expect(text.replace(/-\d /, ' ')).toBe(`${service} ${asked}?page=2`)
  })

  it('routes pages, files and the websocket to query, and hides health and metrics', async () => {
    for (const path of [
      '/',
      '/chart/a',
      '/data',
      '/assets/x.js',
      '/live',
      '/api/unknown',
      '/v1/auth-check/more',
    ])
      expect((await answered('GET', path)).text).toMatch(/^query-/)
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect(await answered('GET', path)).toEqual({ status: 404, text: '' })
  })

  it('routes the files of the published data to analysis', async () => {
    const path = '/data/files/a/plays/month=2026-11.parquet'
    for (const method of ['GET', 'OPTIONS'])
      expect((await answered(method, path)).text).toBe(`analysis ${path}`)
  })

  it('passes on each message of an event stream at once', async () => {
    const ended = new AbortController()
    const { body } = await fetch(`${caddy.url}${openStream}`, { signal: ended.signal })
    const first = await body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toBe('data: first\n\n')
    ended.abort()
  })

  it('tolerates a slow health check of a busy process, and still sends it requests', async () => {
    await new Promise<void>((resolve) => {
      busy = { ms: 4_000, onAnswer: resolve }
    })
    expect((await answered('POST', '/api/login')).text).toBe('accounts /api/login')
    busy = null
  })

  it('answers with our error format when no process is available, and logs each refused play', async () => {
    const nobody = [`127.0.0.1:${await ownPort()}`]
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-caddy-'))
    const alone = await runCaddy(
      {
        ingest: nobody,
        accounts: nobody,
        catalogue: nobody,
        competitions: nobody,
        query: nobody,
        analysis: nobody,
        projector: nobody,
      },
      { waitFor: '500ms', folder },
    )
    onTestFinished(() => alone.stop())
    const answer = await fetch(`${alone.url}/v1/chart/a/play?token=secret`, { method: 'POST', body: '{}' })
    expect(answer.status).toBeGreaterThanOrEqual(502)
    expect(errorAnswer.parse(await answer.json()).error).toMatch(/try again/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '5',
    })
    const readRefused = async () => {
      const log = await readFile(join(folder, 'server.log'), 'utf8')
      return log.split('\n').filter((line) => line.includes('"logger":"http.log.access'))
    }
    // Caddy writes the line after the answer.
    await vi.waitUntil(async () => (await readRefused()).length > 0, { timeout: 60_000 })
    const refused = await readRefused()
    expect(refused.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', status: answer.status, request: { method: 'POST', uri: '/v1/chart/a/play' } },
    ])
    expect(refused.join()).not.toMatch(/secret|remote_|user-agent/i)
  })

  it('brings the health check also to processes that are not ready', async () => {
    const found = new Set<string>()
    unready = (name) => found.add(name)
    await vi.waitUntil(() => found.size === 2, { timeout: 60_000 })
    expect((await answered('GET', '/api/health')).text).toMatch(/^query-\d \/api\/health$/)
    unready = null
    expect((await answered('GET', '/chart/a')).text).toMatch(/^query-\d \/chart\/a$/)
  })

  it('loses no request when one of two processes stops', async () => {
    stubs.get('query-1')?.closeAllConnections()
    stubs.get('query-1')?.close()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => answered('GET', `/chart/${i}`)))
    expect(answers).toEqual(answers.map((_, i) => ({ status: 200, text: `query-2 /chart/${i}` })))
  })
})
