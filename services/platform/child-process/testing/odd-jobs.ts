import { z } from 'zod'
import { serveJobs } from '../serve-jobs.ts'

const job = z.enum(['echo', 'throw', 'spin', 'allocate', 'exit'])

serveJobs(job, async (what) => {
  if (what === 'throw') throw new Error('thrown by the job')
  if (what === 'exit') process.exit(3)
  if (what === 'spin') for (;;);
  const kept: Buffer[] = []
  if (what === 'allocate') for (;;) kept.push(Buffer.alloc(16 * 1024 ** 2, 1))
  return { pid: process.pid, secrets: process.env.DATABASE_URL ?? null }
})
