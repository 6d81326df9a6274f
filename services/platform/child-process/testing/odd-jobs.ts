import { z } from 'zod'
import { serveJobs } from '../serve-jobs.ts'

const job = z.enum(['echo', 'throw', 'spin', 'wait', 'allocate', 'exit'])

serveJobs(job, async (what) => {
  if (what === 'throw') throw new Error('thrown by the job')
  if (what === 'exit') process.exit(3)
  if (what === 'spin') for (;;);
  if (what === 'wait') {
    process.stdout.write(`${process.pid}\n`)
    // Held open like a process whose decoder is running.
    await new Promise(() => setInterval(() => {}, 60_000))
  }
  const kept: Buffer[] = []
  if (what === 'allocate') for (;;) kept.push(Buffer.alloc(16 * 1024 ** 2, 1))
  return { pid: process.pid, secrets: process.env.DATABASE_URL ?? null }
})
