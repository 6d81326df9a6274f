import autocannon from 'autocannon'
import { z } from 'zod'
import { answerJobs } from './answer-jobs.ts'

// Requests one page as fast as the server answers.

const job = z.object({
  url: z.url(),
  connections: z.int().positive(),
  seconds: z.number().positive(),
  headers: z.record(z.string(), z.string()).default({}),
})

answerJobs(job, async ({ url, connections, seconds, headers }) => {
  const run = await autocannon({ url, connections, headers, duration: seconds, sampleInt: 100, timeout: 10 })
  const { errors, non2xx } = run
  if (errors + non2xx > 0) throw new Error(`${errors} errors and ${non2xx} refusals at ${url}`)
  return { requests: run['2xx'], perSecond: run['2xx'] / run.duration }
})
