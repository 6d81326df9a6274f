import { writeFileSync } from 'node:fs'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'

const request = z.object({ job: z.unknown() })

/** Runs the jobs that the parent process sends, in a process of `jobProcess`. Ends with the parent. */
export function serveJobs<Input>(input: z.ZodType<Input>, run: (input: Input) => Promise<unknown>): void {
  // Ctrl-C in a terminal reaches the whole process group; the parent decides when this process exits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  // `process.exit` would wait for running native code.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  preferForOomKill()
  process.on('message', async (message) => {
    const before = process.cpuUsage()
    const cpuMs = () => {
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    try {
      const result = await run(input.parse(request.parse(message).job))
      process.send?.({ result, cpuMs: cpuMs() })
    } catch (error) {
      process.send?.({ failed: errorMessage(error), cpuMs: cpuMs() })
    }
  })
  process.send?.({ ready: true })
}

/** Makes the kernel's OOM killer choose this process instead of the server. */
function preferForOomKill(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux, or not permitted.
  }
}
