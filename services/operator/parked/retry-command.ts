import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readGenerations } from '../../projector/generations/generations.ts'
import { markParkedForRetry } from '../../projector/generations/parked-events.ts'
import { doRecorded } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailedError, exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import {
  type AwaitedGeneration,
  exitCodeOf,
  showAwaited,
  waitForGeneration,
} from '../generations/await-generation.ts'
import type { Output } from '../output.ts'
import { requireLiveGeneration } from '../require-live-generation.ts'
import type { Store } from '../store.ts'
import { withProjector } from '../with-projector.ts'

export function retryCommand({ output, run }: CommandContext): Command {
  return new Command('retry')
    .description('retry folding the parked events, in order')
    .option('--json', 'print one JSON document')
    .notes(`
Use it after the cause is fixed, usually by a new release. Also retries a build that stopped, and
waits for it. Exits with 1 when events stay parked, or when the build stops again.`)
    .action(async () => {
      await run(async (store) => {
        const result = await withProjector(store, output, () => retryAll(store, output))
        const { folded, parked, build } = result
        const sentences = [
          `${counted(folded, 'event')} folded, ${counted(parked, 'event')} still parked.`,
          ...(build ? [showAwaited(build)] : []),
        ]
        const buildCode = build ? exitCodeOf(build) : exitCodes.fine
        const code = parked === 0 ? buildCode : exitCodes.wrong
        return { document: result, text: sentences.join(' '), code }
      })
    })
}

interface Retried {
  readonly folded: number
  readonly parked: number
  /** Outcome of the stopped build; null without one. */
  readonly build: AwaitedGeneration | null
}

async function retryAll(store: Store, output: Output): Promise<Retried> {
  const generations = await readGenerations(store.database.pool)
  const stopped = generations.find((generation) => generation.stopped !== null)
  const retried = await retryParked(store, output.signal)
  const build = stopped ? await waitForGeneration(store, output, ({ id }) => id === stopped.id) : null
  return { ...retried, build }
}

/** Timeout of a projector for the next event, and polling interval. */
const timeoutMs = 15_000
const pollMs = 50

/** Marks all parked events for a retry, and waits until the projector has retried them. */
async function retryParked(store: Store, signal: AbortSignal): Promise<{ folded: number; parked: number }> {
  const { database } = store
  const { pool } = database
  const { id } = await requireLiveGeneration({ database })
  const mark = () => markParkedForRetry(database, id)
  const before = await doRecorded(store, 'Parked events retried', mark, (count) => ({
    events: String(count),
  }))
  let left = { parked: before, marked: before }
  let moved = performance.now()
  while (left.marked > 0) {
    await sleep(pollMs, undefined, { signal })
    const { rows } = await pool.query(
      'select count(*)::int as parked, (count(*) filter (where retry))::int as marked from projector.parked where generation = $1',
      [id],
    )
    const [now] = counts.parse(rows)
    if (now.marked !== left.marked) moved = performance.now()
    if (performance.now() - moved > timeoutMs)
      throw new CommandFailedError(
        'No projector has retried them: is one running? They are marked, and are retried when one starts.',
      )
    left = now
  }
  return { folded: Math.max(0, before - left.parked), parked: left.parked }
}

const counts = z.tuple([z.object({ parked: z.int(), marked: z.int() })])
