import { z } from 'zod'
import { jobProcess } from '../job-process.ts'

/** Runs a job that never ends. The child process prints its pid to the same stdout. */
const { run } = jobProcess({
  program: new URL('./odd-jobs.ts', import.meta.url),
  result: z.unknown(),
  deadlineMs: 600_000,
  maxBytes: 512 * 1024 ** 2,
})
await run('wait')
