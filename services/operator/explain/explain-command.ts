import { chartHash, numericIdText } from '@stepledger/contracts/ids.ts'
import { type FoundPlayer, findPlayer } from '../../accounts/players/find-player.ts'
import { Command, type CommandContext, type CommandOutcome } from '../command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { noSuchPlay, noSuchPlayer } from '../find-play.ts'
import { countArgument } from '../options.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'
import { explainBoard, showBoard } from './explain-board.ts'
import { explainPlayById, showExplanation } from './explain-play.ts'
import { explainPlayer, showPlayer } from './explain-player.ts'

interface Options {
  readonly player?: string
  readonly limit: number
}

export function explainCommand({ output, run }: CommandContext): Command {
  return new Command('explain')
    .description('show how the scores of a play, the plays of a player or the boards of a chart came about')
    .argument('<what>', 'id of a play, hash of a chart, or alias or id of a player')
    .option('--player <alias>', 'of a chart: why this player has this rank, and where their plays are')
    .option('--limit <n>', 'number of listed ranks or plays', countArgument, 10)
    .option('--json', 'print one JSON document')
    .notes(`
A play:   its event, the rules and calculation of its scores, its ranks, and what it waits behind.
A player: all plays and where the latest are: ranked, beaten by better ones, not ranked and why,
          wiped, withdrawn, parked or not folded yet.
A chart:  its boards with the event of each rank, what gives the maximum, and how many plays do not
          count and why.

Exits with 1 when there is no such play, player or chart, or when the shown scores of a play differ
from the calculated ones.`)
    .action(async (what: string, { player: alias, limit }: Options) => {
      const playId = numericIdText.safeParse(what)
      const chart = chartHash.safeParse(what)
      if (alias !== undefined && !chart.success)
        throw new UsageError('--player: only with the hash of a chart, of 16 lower-case hex digits')
      await run(async (store) => {
        if (playId.success) return playResult(store, output, playId.data)
        const player =
          chart.success && alias === undefined ? null : await findPlayer(store.database, alias ?? what)
        if (chart.success && (player || alias === undefined))
          return boardResult(store, output, chart.data, { player, limit })
        if (!player) return noSuchPlayer(output, alias ?? what)
        const explained = await explainPlayer(store, player, limit)
        return { document: explained, text: showPlayer(explained) }
      })
    })
}

async function playResult(store: Store, output: Output, playId: number): Promise<CommandOutcome> {
  const explained = await explainPlayById(store, playId)
  if (!explained) {
    output.printStderr(noSuchPlay(playId))
    return exitCodes.wrong
  }
  const code = explained.agrees ? exitCodes.fine : exitCodes.wrong
  return { document: explained, text: showExplanation(explained), code }
}

async function boardResult(
  store: Store,
  output: Output,
  chart: string,
  of: { readonly player: FoundPlayer | null; readonly limit: number },
): Promise<CommandOutcome> {
  const explained = await explainBoard(store, chart, of)
  if (!explained) {
    output.printStderr(`There is no chart ${chart}: no play and no pack has it.`)
    return exitCodes.wrong
  }
  return { document: explained, text: showBoard(explained) }
}
