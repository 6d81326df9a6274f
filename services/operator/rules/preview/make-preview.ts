import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { foldInProcess } from '../../../fold-in-process.ts'
import { announcedCompetitions } from '../../../projector/competitions/announced-competitions.ts'
import { inAlignedSnapshot, NotAlignedError } from '../../../projector/generations/aligned-snapshot.ts'
import { readGenerations } from '../../../projector/generations/generations.ts'
import { NoPreviewError, requestPreview } from '../../../projector/generations/preview-generation.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import { waitForGeneration } from '../../generations/await-generation.ts'
import type { Output } from '../../output.ts'
import { printable } from '../../printable.ts'
import type { Store } from '../../store.ts'
import { compareGenerations, type RulesComparison } from './compare-generations.ts'

/** A comparison of the live generation with a preview. */
export interface RulesPreview extends RulesComparison {
  /** Ids of the generations. */
  readonly live: number
  readonly preview: number
  /** Offset of the rules of the live generation. */
  readonly rulesOffset: number
  /** The next offset of each partition: both generations have folded the events before it. */
  readonly checkpoint: readonly number[]
  /** Events that the preview could not fold. */
  readonly parked: number
  /** Aliases of the players above, by id; players without an account are absent. */
  readonly aliases: Readonly<Record<string, string>>
}

/** Runs `work` with a projector: that of the server, or one in this process if none runs. */
export function withProjector<T>(store: Store, output: Output, work: () => Promise<T>): Promise<T> {
  const log = { info: () => {}, warn: output.say, error: output.say }
  return store.server === null ? foldInProcess(store, log, work) : work()
}

/**
 * Builds a preview of the rules beside the live generation, or continues one, and compares them. Requires a projector.
 * Throws CommandFailedError.
 */
export async function makePreview(store: Store, output: Output, rules: Rules): Promise<RulesPreview> {
  const live = await readLiveGeneration(store.database)
  if (live?.codeVersion !== codeVersion)
    throw new CommandFailedError(
      'The live generation was folded by another version of the code: preview the rules once that of this release is live ("ledger status").',
    )
  const { ledgerId } = live
  const id = await requestPreview(store.database, { rules, ledgerId, codeVersion }).catch(explained)
  const { outcome, reason, parked } = await waitForGeneration(store, output, (one) => one.id === id)
  if (outcome === 'stopped')
    throw new CommandFailedError(`The preview could not be built: ${printable(reason ?? '')}.`)
  if (outcome === 'waiting')
    throw new CommandFailedError('No projector builds the preview: start the server, and try again.')
  if (outcome !== 'ready')
    throw new CommandFailedError('The preview was dropped, because other rules or another release came.')
  const preview = (await readGenerations(store.database.pool)).find((one) => one.id === id)
  const current = await readLiveGeneration(store.database)
  if (!preview || current?.id !== live.id)
    throw new CommandFailedError('Another generation became live meanwhile. Try again.')

  output.progress({ what: 'Comparing' })
  const competitions = await announcedCompetitions(store.ledger)
  const generations = { live, preview }
  const compared = await inAlignedSnapshot(store, generations, output.signal, async (tx, checkpoint) => ({
    ...(await compareGenerations(tx, generations, competitions)),
    checkpoint,
  })).catch(explained)
  output.progress(null)
  const names = await store.players.lookUp(playersOf(compared))
  return {
    ...compared,
    live: live.id,
    preview: id,
    rulesOffset: live.rulesOffset,
    parked,
    aliases: Object.fromEntries([...names].map(([player, { alias }]) => [player, alias])),
  }
}

function explained(error: unknown): never {
  if (error instanceof NoPreviewError || error instanceof NotAlignedError)
    throw new CommandFailedError(`${error.message}.`, { cause: error })
  throw error
}

function playersOf({ scores, boards, competitions }: RulesComparison): string[] {
  return [
    ...new Set([
      ...scores.systems.flatMap(({ largest }) => largest.map(({ player }) => player)),
      ...boards.list.flatMap(({ before, after }) => [...before, ...after].map(({ player }) => player)),
      ...boards.players.map(({ player }) => player),
      ...competitions.flatMap(({ moves }) =>
        [moves, ...moves.rounds].flatMap((each) => each.moves.map(({ player }) => player)),
      ),
    ]),
  ]
}
