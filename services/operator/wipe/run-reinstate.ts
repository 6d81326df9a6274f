import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playReinstated } from '@stepledger/contracts/events/play-reinstated.ts'
import { counted } from '../aligned.ts'
import { recordAction } from '../audit/record-action.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { jsonDocument } from '../printable.ts'
import type { Store } from '../store.ts'
import { appendForPlays } from './append-for-plays.ts'
import { foldedGeneration, haveFolded } from './folded-generation.ts'
import { extentOfWipe, playsOfWipe } from './plays-of-wipe.ts'
import { extentText } from './show-wipe.ts'

export interface ReinstateOptions {
  readonly wipe: string
  readonly dryRun: boolean
  readonly json: boolean
  readonly confirm: () => Promise<boolean>
  readonly now: () => number
}

/**
 * - reinstated: appended and folded
 * - appended: not folded yet
 * - none: the wipe is unknown, or all of its plays are reinstated or withdrawn permanently
 * - dry-run, declined: nothing was appended
 */
export type ReinstateOutcome = 'reinstated' | 'appended' | 'none' | 'dry-run' | 'declined'

/** Shows how many plays the wipe still withdraws and, once confirmed, reinstates them with one event each. */
export async function runReinstate(
  store: Store,
  output: Output,
  { wipe, dryRun, json, confirm, now }: ReinstateOptions,
): Promise<ExitCode> {
  const generation = await foldedGeneration(store, output.signal)
  const extent = await extentOfWipe(generation, wipe)
  const finish = async (outcome: ReinstateOutcome, plays: number, sentence: string) => {
    await output.print(json ? jsonDocument({ wipe, outcome, plays, matching: extent }) : sentence)
    return outcome === 'declined' || outcome === 'none' ? exitCodes.wrong : exitCodes.fine
  }
  if (extent.plays === 0) return finish('none', 0, `No play is withdrawn by wipe ${wipe}.`)
  if (!json) await output.print(`${extentText(extent)} will be reinstated.`)
  if (dryRun) return finish('dry-run', 0, 'Dry run: nothing was done.')
  if (!(await confirm())) return finish('declined', 0, 'Nothing was done.')

  await recordAction(store, {
    playerId: null,
    what: 'Wipe reinstated',
    details: { wipe, plays: String(extent.plays) },
  })
  const { plays, ends } = await appendForPlays(
    store,
    {
      read: (page) => playsOfWipe(generation, wipe, page),
      eventOf: ({ playId, player }) => ({
        key: player,
        bytes: encodeEvent(playReinstated, {
          id: `reinstatement-${wipe}-${playId}`,
          at: now(),
          key: player,
          data: { playId, wipe },
        }),
      }),
      what: 'Reinstating',
      expected: extent.plays,
    },
    output,
  )
  output.progress(null)
  return (await haveFolded(store, ends, output.signal))
    ? finish('reinstated', plays, `${counted(plays, 'play')} reinstated, and the boards show it.`)
    : finish('appended', plays, `${counted(plays, 'play')} reinstated; the boards follow.`)
}
