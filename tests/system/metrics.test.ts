import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countBoardReads } from '@stepledger/services/query/rankings.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { root } from '../deployment/compose-file.ts'
import { monitoredExpressions, selectorsOf } from '../deployment/monitoring.ts'
import { playBody } from '../generators/play-body.ts'
import { newPlayer, type Player, submit } from './client.ts'
import { openLedgerOf } from './fill-ledger.ts'
import { runLedger } from './ledger-command.ts'
import { listen } from './listener.ts'
import { readPrometheusText, type Sample } from './prometheus-text.ts'
import { type Server, startServer } from './server.ts'
import { traceCollector } from './trace-collector.ts'

const status = z.object({
  codeVersion: z.int(),
  generation: z.object({
    id: z.int(),
    codeVersion: z.int(),
    rules: z.object({ offset: z.int() }),
    parked: z.object({ count: z.int() }),
  }),
  next: z.object({ id: z.int(), folded: z.int() }).nullable(),
  partitions: z.array(z.object({ partition: z.int(), events: z.int(), folded: z.int(), lag: z.int() })),
})

/** The built server, whose projector runs in a worker thread. */
describe('the metrics of a server', () => {
  let dataDir: string
  let server: Server
  let ada: Player
  let samples: Sample[]
  let collector: Awaited<ReturnType<typeof traceCollector>>
  let firstPlay: number

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-metrics-'))
    collector = await traceCollector()
    server = await startServer(dataDir, {
      RATE_LIMITS: 'on',
      RATE_LIMIT_READ: '40/60',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
    ada = await newPlayer(server.url, 'ada-of-the-arcade')
    const chart = '00000000000000aa'
    const page = await listen(server.url, [`chart:${chart}`])
    const play = (seed: number) => ({ ...playBody({ seed, rows: 40 }), hash: chart })
    const kept = await submit(server.url, ada, play(1))
    firstPlay = kept.playId
    const look = () => fetch(`${server.url}/api/chart/${chart}`)
    for (let i = 0; i < 3; i++) expect((await look()).status).toBe(200)
    await submit(server.url, ada, play(2))
    await page.received((message) => message.type === 'play' && message.play.playId > kept.playId)
    expect((await look()).status).toBe(200)
    expect((await fetch(`${server.url}/api/play/999999`)).status).toBe(404)
    samples = await scraped(await scrape())
    page.close()
  })
  afterAll(async () => {
    await server.stop()
    await collector.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const scrape = () => fetch(`${server.url}/metrics`)
  const scraped = async (answer: Response) => readPrometheusText(await answer.text())
  const value = (name: string, labels: Record<string, string> = {}) => {
    const found = samples.filter(
      (s) =>
        s.name === `stepledger_${name}` && Object.entries(labels).every(([key, is]) => s.labels[key] === is),
    )
    if (found.length !== 1) throw new Error(`${found.length} samples of ${name} ${JSON.stringify(labels)}`)
    return found[0]?.value
  }

  it('are in the text format of Prometheus, without authentication', async () => {
    const answer = await scrape()

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('count requests by the template of their route', () => {
    const of = (route: string, code: string) =>
      value('http_request_duration_seconds_count', { route, status: code })
    expect(of('/api/chart/:hash', '200')).toBe(4)
    expect(of('/api/play/:id', '404')).toBe(1)
    expect(of('/v1/chart/:hash/play', '200')).toBe(2)
    expect(value('http_request_duration_seconds_bucket', { route: '/api/chart/:hash', le: '5' })).toBe(4)
  })

  it("count appends, and the projector's work in its thread", () => {
    expect(value('ledger_append_duration_seconds_count', { topic: 'events', outcome: 'stored' })).toBe(2)
    const batches = value('fold_batch_duration_seconds_count', { work: 'live' }) ?? 0
    expect(batches).toBeGreaterThanOrEqual(1)
    expect(batches).toBeLessThanOrEqual(2)
    expect(value('fold_batch_events_sum', { work: 'live' })).toBe(2)
    expect(value('fence_rejections_total', { work: 'live' })).toBe(0)
  })

  it('count cache hits, rendered and invalidated pages, and push messages by topic', () => {
    expect(value('page_cache_lookups_total', { result: 'hit' })).toBe(2)
    // The chart before and after the second play, and the missing play.
    expect(value('page_cache_lookups_total', { result: 'miss' })).toBe(3)
    expect(value('page_cache_drops_total')).toBe(1)
    expect(value('page_cache_bytes')).toBeGreaterThan(500)
    expect(value('websocket_connections')).toBe(1)
    // The confirmation and at least two plays.
    expect(value('push_messages_total')).toBeGreaterThanOrEqual(3)
    expect(value('push_dropped_total')).toBe(0)
  })

  it('come with a trace of each play, from the request to the push, over all threads', async () => {
    const ofFirst = () =>
      collector.spans.filter(({ attributes }) =>
        attributes.some(
          ({ key, value }) => key === 'stepledger.play' && Number(value.intValue) === firstPlay,
        ),
      )
    await expect.poll(() => ofFirst().length).toBe(6)
    const spans = ofFirst()
    const steps = ['request', 'validate', 'append', 'fold', 'notice', 'push']
    expect(spans.map(({ name }) => name).toSorted()).toEqual(steps.toSorted())
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    const root = spans.find(({ name }) => name === 'request')
    const others = spans.filter((each) => each !== root)
    expect(root?.parentSpanId ?? '').toBe('')
    expect(new Set(others.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root?.spanId]))
    for (const { startTimeUnixNano, endTimeUnixNano } of spans)
      expect(endTimeUnixNano).toBeGreaterThanOrEqual(startTimeUnixNano)
  })

  it('equal the numbers of `ledger status`', async () => {
    const { out } = await runLedger(dataDir, ['status', '--json'])
    const { codeVersion, generation, partitions } = status.parse(JSON.parse(out))

    expect(value('live_generation')).toBe(generation.id)
    expect(value('live_code_version')).toBe(generation.codeVersion)
    expect(value('live_rules_offset')).toBe(generation.rules.offset)
    expect(value('code_version')).toBe(codeVersion)
    expect(value('parked_events')).toBe(generation.parked.count)
    expect(value('build_generation')).toBe(0)
    expect(partitions).toHaveLength(12)
    for (const { partition, events, folded, lag } of partitions) {
      const label = { partition: String(partition) }
      expect(value('ledger_events', label)).toBe(events)
      expect(value('folded_events', label)).toBe(folded)
      expect(value('lag_events', label)).toBe(lag)
      expect(value('lag_seconds', label)).toBe(0)
    }
    expect(partitions.reduce((sum, { events }) => sum + events, 0)).toBe(2)
  })

  it('include every metric and label of the alert rules and the dashboard', async () => {
    const withRedis = new Registry()
    countBoardReads(withRedis)('Redis', 'current')
    const text = `${await (await scrape()).text()}\n${await withRedis.metrics()}`
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
    const selectors = (await monitoredExpressions()).flatMap(selectorsOf)

    expect(selectors.length).toBeGreaterThan(50)
    expect(selectors.map(({ name }) => name).filter((name) => !families.includes(name))).toEqual([])
    const docs = await readFile(new URL('docs/monitoring.md', root), 'utf8')
    for (const { name, labels } of selectors.filter((one) => one.name.startsWith('stepledger_'))) {
      // "job" and "instance" are added by Prometheus.
      const own = labels.filter((label) => label !== 'job' && label !== 'instance')
      const bare = name.replace(/^stepledger_/, '').replace(/_(bucket|sum|count)$/, '')
      const line = docs.split('\n').find((row) => row.startsWith('|') && row.includes(`\`${bare}\``))
      expect(line, `${name} in docs/monitoring.md`).toBeDefined()
      for (const label of own)
        expect(line, `${label} of ${name}`).toMatch(new RegExp(`\\{[^}]*\\b${label}\\b`))
    }
  })

  it('show the last backup and verification', async () => {
    const before = await scraped(await scrape())
    const of = (all: readonly Sample[], name: string) =>
      all.find((s) => s.name === `stepledger_${name}`)?.value
    expect(of(before, 'last_verify_timestamp_seconds')).toBe(0)
    expect(await runLedger(dataDir, ['verify'])).toMatchObject({ code: 0 })
    await vi.waitUntil(
      async () => {
        samples = await scraped(await scrape())
        return (value('last_verify_timestamp_seconds') ?? 0) > Date.now() / 1000 - 600
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(value('last_verify_failed')).toBe(0)
    expect(value('last_backup_timestamp_seconds')).toBe(0)
    expect(value('mails_waiting')).toBe(0)
    expect(value('build_age_seconds')).toBe(0)
  })

  it('name no player, chart or play', async () => {
    const text = await (await scrape()).text()
    for (const name of [ada.id, ada.alias, '00000000000000aa', 'play/999999', 'example.com'])
      expect(text).not.toContain(name)
  })

  it('are exempt from rate limits', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, scrape))
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200))
  })

  it('show parked events, also after a build that parked them', async () => {
    const poison = await submitPoison()
    const until = (name: string, expected: number) =>
      vi.waitUntil(
        async () => {
          samples = await scraped(await scrape())
          return value(name) === expected
        },
        { timeout: 60_000, interval: 200 },
      )
    await until('parked_events', 1)
    expect(await runLedger(dataDir, ['replay'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Outcome +live\nGeneration +2\nParked +1\n$/),
    })
    await until('live_generation', 2)
    expect(value('parked_events')).toBe(1)
    expect((await runLedger(dataDir, ['parked'])).out).toContain(poison)
  })

  async function submitPoison(): Promise<string> {
    const { ledger, database } = await openLedgerOf(dataDir)
    const { partition, offset } = await ledger.append('events', {
      key: ada.id,
      bytes: Buffer.from('no event'),
    })
    await ledger.close()
    await database.close()
    return `${partition}:${offset}`
  }
})
