import { type CompetitionState, tooEarlyToClose } from '@stepledger/contracts/competition/competition.ts'
import { auditChanged } from '../../accounts/operations/operator-audit.ts'
import { standingsOfScores } from '../../projector/competitions/compute-standings.ts'
import type { CountedScores } from '../../projector/competitions/count-scores.ts'
import { competitionMoves } from '../../projector/competitions/moves.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { confirm } from '../confirm.ts'
import { CommandFailedError, exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import type { Store } from '../store.ts'
import { withProjector } from '../with-projector.ts'
import { type ChangeOptions, changeCommand } from './change-command.ts'
import { recordedScores, scoresOf, scoresToClose } from './close-competition.ts'
import { awaitStandings, decideOn, standingsText } from './decide.ts'
import { findCompetition } from './find-competition.ts'
import { linesOfCompetitionMoves, type NamedCompetitionMoves, withNames } from './show-moves.ts'

export function closeCommand({ output, run }: CommandContext): Command {
  return changeCommand(output, 'close', 'make the standings of an event final')
    .argument('<slug>', 'slug of the event')
    .notes(`
Writes the counting scores into the ledger, so that no later play, withdrawal or rule changes the
standings. Possible after the end of the event and its grace period; a server does it automatically
some days later (EVENT_CLOSE_AFTER). Closing again shows the changed standings and records the
current scores. Can be run again after an interruption. Prompts for confirmation on a terminal;
otherwise --yes is required. Exits with 1 when not confirmed.`)
    .action(async (slug: string, options: ChangeOptions) => {
      const { dryRun, yes } = options
      await run(async (store) => {
        const state = await findCompetition(store, slug)
        const { closed: before, document } = state
        const early = tooEarlyToClose(document, Date.now())
        if (early) throw new CommandFailedError(early.message)
        const closing = await withProjector(store, output, () => scoresToClose(store, document, output))
        const { parked } = closing
        const { scores, charts, digest } = closing.closed
        const what = `${counted(scores, 'score')} on ${counted(charts, 'chart')}`
        const report = (outcome: string, text: string | readonly string[], more: object = {}) => ({
          document: { outcome, slug, scores, charts, digest, ...more },
          text,
        })
        if (before?.digest === digest)
          return report('unchanged', `${slug} is closed (0:${before.offset}), and nothing has changed since.`)
        const moves = before && (await movesSince(store, state, closing))
        const lines = [
          `${what}, SHA-256 ${digest}.`,
          ...(parked > 0 ? [`Excludes ${counted(parked, 'parked event')}: see \`ledger parked\`.`] : []),
          ...(moves
            ? linesOfCompetitionMoves(
                moves,
                document.rounds.map(({ name }) => name),
              )
            : []),
        ]
        if (dryRun) return report('dry run', lines, { parked, moves })
        for (const line of lines) output.printStderr(line)
        const question = before
          ? `Replace the final standings of ${slug}?`
          : `Make the standings of ${slug} final?`
        if (!(await confirm(output, yes, question)))
          return { ...report('declined', 'Nothing was done.'), code: exitCodes.wrong }
        const seen = { slug, seen: state.version, signal: output.signal }
        const offset = await decideOn(store, seen, { type: 'close', now: Date.now(), closing })
        store.push.publish(auditChanged)
        const shown = await awaitStandings(store, offset, output.signal)
        return report('closed', `${slug} is closed (0:${offset}): ${what}. ${standingsText(shown, store)}`, {
          offset,
          shown,
          moves,
        })
      })
    })
}

/** Changes against the standings recorded by the previous closing. */
async function movesSince(
  store: Store,
  { document, closed }: CompetitionState,
  closing: CountedScores,
): Promise<NamedCompetitionMoves | null> {
  if (!closed) return null
  const before = await standingsOfScores(document, recordedScores(store, closed.closing))
  const after = await standingsOfScores(document, scoresOf(closing))
  return withNames(competitionMoves(before, after), store.players)
}
