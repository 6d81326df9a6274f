import { z } from 'zod'
import { jobProcess } from '../job-process.ts'

/** Has a job that never ends; the process of the job says its id on the same output. */
const { run } = jobProcess({
  program: new URL('./odd-jobs.ts', import.meta.url),
  result: z.unknown(),
  deadlineMs: 600_000,
  maxBytes: 512 * 1024 ** 2,
})
await run('wait')
