import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { z } from 'zod'
import { foldInProcess } from '../../fold-in-process.ts'
import { notifyGenerationManager } from '../../projector/generations/generation-requests.ts'
import { readGenerations } from '../../projector/generations/generations.ts'
import { counted } from '../aligned.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UnableError } from '../exit-codes.ts'
import { type AwaitedGeneration, waitForGeneration } from '../generations/await-generation.ts'
import { exitCodeOf, showAwaited } from '../generations/show-awaited.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'
import { liveIn } from './live-in.ts'

export function retryCommand({ output, run }: CommandContext): Command {
  return new Command('retry')
    .description('fold the parked events now, in their order')
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
Useful once the reason is gone: after a new release, mostly. A build that has stopped at an event goes on, too,
and is waited for. Exits with 1 when something stays parked, or when it stops again.`,
    )
    .action(async ({ json }: { json?: true }) => {
      await run(async (store) => {
        const log = { info: () => {}, warn: output.say, error: output.say }
        const work = () => retryAll(store, output)
        const result = await (store.server === null ? foldInProcess(store, log, work) : work())
        const { folded, parked, build } = result
        const sentences = [
          `${counted(folded, 'event')} folded, ${counted(parked, 'event')} still parked.`,
          ...(build ? [showAwaited(build)] : []),
        ]
        await output.print(json ? JSON.stringify(result, null, 2) : sentences.join(' '))
        const buildCode = build ? exitCodeOf(build) : exitCodes.fine
        return parked === 0 ? buildCode : exitCodes.wrong
      })
    })
}

interface Retried {
  readonly folded: number
  readonly parked: number
  /** What became of the build that had stopped; null when none had. */
  readonly build: AwaitedGeneration | null
}

async function retryAll(store: Store, output: Output): Promise<Retried> {
  const generations = await readGenerations(store.database.pool)
  const stopped = generations.find((generation) => generation.stopped !== null)
  const retried = await retryParked(store, output.signal)
  const build = stopped ? await waitForGeneration(store, output, ({ id }) => id === stopped.id) : null
  return { ...retried, build }
}

/** How long a projector may take for the next event, ms; and how often to look. */
const patienceMs = 15_000
const lookEveryMs = 50

/** Marks all that is parked, and waits for the projector to have tried it. */
async function retryParked(
  { database }: Store,
  signal: AbortSignal,
): Promise<{ folded: number; parked: number }> {
  const { pool } = database
  const { id } = await liveIn({ database })
  await pool.query('update projector.next set stopped = null')
  const { rowCount } = await pool.query('update projector.parked set retry = true where generation = $1', [
    id,
  ])
  await notifyGenerationManager(pool)
  const before = rowCount ?? 0
  let left = { parked: before, marked: before }
  let moved = performance.now()
  while (left.marked > 0) {
    await sleep(lookEveryMs, undefined, { signal })
    const { rows } = await pool.query(
      'select count(*)::int as parked, (count(*) filter (where retry))::int as marked from projector.parked where generation = $1',
      [id],
    )
    const [now] = counts.parse(rows)
    if (now.marked !== left.marked) moved = performance.now()
    if (performance.now() - moved > patienceMs)
      throw new UnableError(
        'No projector has taken them up: is one running? They are marked, and are tried when one starts.',
      )
    left = now
  }
  return { folded: Math.max(0, before - left.parked), parked: left.parked }
}

const counts = z.tuple([z.object({ parked: z.int(), marked: z.int() })])
