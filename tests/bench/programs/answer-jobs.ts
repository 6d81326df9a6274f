import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'

const message = z.object({ job: z.unknown() })

/** Runs the jobs that the bench sends, one at a time. Exits with the bench. */
export function answerJobs<T extends z.ZodType>(
  schema: T,
  handle: (job: z.output<T>) => Promise<unknown>,
): void {
  const answer = async (received: unknown) => {
    try {
      const { job } = message.parse(received)
      process.send?.({ answer: await handle(schema.parse(job)) })
    } catch (error) {
      process.send?.({ error: errorMessage(error) })
    }
  }
  process.on('message', (received) => void answer(received))
  process.on('disconnect', () => process.exit(0))
}
