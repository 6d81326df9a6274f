import { compressor } from '@stepledger/services/platform/http/compress.ts'
import Fastify from 'fastify'
import { z } from 'zod'
import { answerJobs } from './answer-jobs.ts'

// The floor of the server: plain Fastify. Sends the bytes that it was given at the start, and parses and answers a
// play's JSON.

const job = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serve'), page: z.string(), html: z.string() }),
  z.object({ kind: z.literal('usage') }),
])

answerJobs(job, async (asked) => {
  if (asked.kind === 'usage') {
    const { user, system } = process.cpuUsage()
    return { cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage().rss }
  }
  const page = Buffer.from(asked.page)
  const app = Fastify({ bodyLimit: 4 * 1024 * 1024 })
  app.get('/page', (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(page)
  })
  const compressed = await compressor()(page, 'br')
  app.get('/compressed-page', (_request, reply) => {
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'br' })
      .send(compressed)
  })
  app.get('/copy', (_request, reply) => {
    reply.header('content-type', 'text/html; charset=utf-8').send(asked.html)
  })
  app.post('/v1/chart/:hash/play', (_request, reply) => {
    reply.send({ success: true, playId: 1, duplicate: false })
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }) }
})
