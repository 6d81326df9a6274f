import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { submitAnswer } from '@stepledger/contracts/http/game.ts'
import { type ClientMessage, serverMessage } from '@stepledger/contracts/push/messages.ts'
import { Pool } from 'undici'
import WebSocket from 'ws'
import { z } from 'zod'
import { generatedChart } from '../../generators/chart.ts'
import { latenciesOf } from '../figures.ts'
import { playTexts, usualRows } from '../setup/play-texts.ts'
import { answerJobs } from './answer-jobs.ts'
import { paced } from './paced.ts'

// Submits plays at a steady rate, subscribes to their charts, and measures the time from acknowledgement to message.

const job = z.object({
  url: z.url(),
  perSecond: z.number().positive(),
  seconds: z.number().positive(),
  keys: z.array(z.string()).min(1),
  seed: z.int(),
})

/** Time after the last acknowledgement, ms. */
const patience = 10_000

answerJobs(job, async ({ url, perSecond, seconds, keys, seed }) => {
  const charts = Array.from({ length: 20 }, (_, i) => generatedChart({ seed: seed + i, rows: usualRows }))
  const next = playTexts(charts, seed)
  const pool = new Pool(url, { connections: 16 })
  const acknowledged = new Map<number, number>()
  const pushed = new Map<number, number>()
  const socket = await follow(
    url,
    charts.map((chart) => chart.hash),
    (playId) => pushed.set(playId, performance.now()),
  )
  let sent = 0
  await paced(perSecond, seconds, async () => {
    const play = next()
    const { body } = await pool.request({
      method: 'POST',
      path: `/v1/chart/${play.chart}/play`,
      headers: {
        authorization: `Bearer ${keys[sent++ % keys.length]}`,
        'content-type': 'application/json',
        prefer: 'wait=0',
      },
      body: play.body,
    })
    const answer = submitAnswer.parse(await body.json())
    acknowledged.set(answer.playId, performance.now())
  })
  const missing = () => [...acknowledged.keys()].filter((playId) => !pushed.has(playId)).length
  const signal = AbortSignal.timeout(patience)
  while (missing() > 0) await once(socket, 'message', { signal })
  socket.close()
  await pool.close()
  return latenciesOf([...acknowledged].map(([playId, at]) => (pushed.get(playId) ?? Number.NaN) - at))
})

/** Connects and subscribes; resolves once the server has confirmed. */
async function follow(
  url: string,
  hashes: readonly string[],
  onPlay: (playId: number) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`)
  socket.on('message', (data) => {
    const message = serverMessage.parse(JSON.parse(data.toString()))
    if (message.type === 'play') onPlay(message.play.playId)
  })
  await once(socket, 'open')
  const say: ClientMessage = { type: 'subscribe', topics: hashes.map((hash) => `chart:${hash}` as const) }
  socket.send(JSON.stringify(say))
  await once(socket, 'message')
  return socket
}
