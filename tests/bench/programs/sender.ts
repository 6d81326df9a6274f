import { Pool } from 'undici'
import { z } from 'zod'
import { generatedChart } from '../../generators/chart.ts'
import { latenciesOf } from '../figures.ts'
import { playTexts, usualRows } from '../setup/play-texts.ts'
import { answerJobs } from './answer-jobs.ts'
import { paced } from './paced.ts'

// Requests pages, or submits plays as games do, at a steady rate.

const pace = { url: z.url(), perSecond: z.number().positive(), seconds: z.number().positive() }
const job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pages'), path: z.string(), ...pace }),
  z.object({
    kind: z.literal('plays'),
    ...pace,
    /** API keys of the players, used in turn. */
    keys: z.array(z.string()).min(1),
    /** The plays are spread over this many charts, or all on the named chart. */
    charts: z.union([z.int().positive(), z.string()]),
    seed: z.int(),
    headers: z.record(z.string(), z.string()),
  }),
])
type Job = z.output<typeof job>

const makers = new Map<string, ReturnType<typeof playTexts>>()
const pools = new Map<string, Pool>()

function poolOf(url: string): Pool {
  const pool = pools.get(url) ?? new Pool(url, { connections: 64, pipelining: 1 })
  pools.set(url, pool)
  return pool
}

function makerOf({ charts, seed }: Extract<Job, { kind: 'plays' }>) {
  const name = `${charts} ${seed}`
  const played =
    typeof charts === 'string'
      ? [generatedChart({ seed, rows: usualRows, hash: charts })]
      : Array.from({ length: charts }, (_, i) => generatedChart({ seed: seed + i, rows: usualRows }))
  const maker = makers.get(name) ?? playTexts(played, seed)
  makers.set(name, maker)
  return maker
}

answerJobs(job, async (asked) => {
  const pool = poolOf(asked.url)
  const send = asked.kind === 'pages' ? pageAsker(pool, asked.path) : playSender(pool, asked)
  const { ms, skipped } = await paced(asked.perSecond, asked.seconds, send)
  return { ...latenciesOf(ms), skipped }
})

function pageAsker(pool: Pool, path: string): () => Promise<void> {
  return async () => {
    const { statusCode, body } = await pool.request({ method: 'GET', path })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`)
  }
}

function playSender(pool: Pool, asked: Extract<Job, { kind: 'plays' }>): () => Promise<void> {
  const next = makerOf(asked)
  let sent = 0
  return async () => {
    const play = next()
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/v1/chart/${play.chart}/play`,
      headers: {
        authorization: `Bearer ${asked.keys[sent++ % asked.keys.length]}`,
        'content-type': 'application/json',
        ...asked.headers,
      },
      body: play.body,
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`a play was answered ${statusCode} ${text}`)
    if (text.includes('"duplicate":true')) throw new Error('a play was sent twice')
  }
}
