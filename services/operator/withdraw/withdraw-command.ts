import { playWithdrawn } from '@stepledger/contracts/events/play-withdrawn.ts'
import { Command } from 'commander'
import { playIdArgument } from '../arguments.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { noSuchPlay } from '../find-play.ts'
import { jsonDocument, printable } from '../printable.ts'
import { ask } from './ask.ts'
import { type Withdrawal, withdrawPlay } from './withdraw-play.ts'

interface Options {
  readonly reason?: string
  readonly yes?: true
  readonly json?: true
}

export function withdrawCommand({ output, run }: CommandContext): Command {
  const { terminal, signal } = output
  return new Command('withdraw')
    .description('take a play off the boards, for good')
    .argument('<play>', 'the number of the play', playIdArgument)
    .option('--reason <text>', 'why, kept in the ledger; at most 500 characters, and no names of people')
    .option('--yes', 'do not ask')
    .option('--json', 'as one JSON document')
    .addHelpText(
      'after',
      `
The next best play of its player takes its place. It stays withdrawn however often it is sent again. Withdrawing again changes nothing.
Asks first when called from a terminal; elsewhere --yes is needed. Exits with 1 when there is no such play or the answer was no.`,
    )
    .action(async (playId: number, { yes, json, ...given }: Options) => {
      const reason = given.reason ?? null
      if (!playWithdrawn.data.shape.reason.safeParse(reason).success)
        throw new UsageError('--reason: at most 500 characters')
      if (!yes && !terminal)
        throw new UsageError('Nobody is here to be asked: say --yes to withdraw the play')
      const confirm = async (play: { player: string; chart: string; title: string }) => {
        if (yes || !terminal) return true
        const what = `play ${playId} of ${printable(play.player)} on ${printable(play.title)} (${play.chart})`
        return ask(terminal, `Withdraw ${what} for good?`, signal)
      }
      await run(async (store) => {
        const done = await withdrawPlay(store, { playId, reason, confirm, now: Date.now, signal })
        if (!done) {
          output.say(noSuchPlay(playId))
          return exitCodes.wrong
        }
        await output.print(json ? jsonDocument(done) : sentence(done, store.server === null))
        return done.outcome === 'declined' ? exitCodes.wrong : exitCodes.fine
      })
    })
}

function sentence({ playId, outcome, position, withdrawnAt }: Withdrawal, noServer: boolean): string {
  switch (outcome) {
    case 'withdrawn':
      return `Play ${playId} is withdrawn (${position}), and the boards show it.`
    case 'appended':
      return noServer
        ? `Play ${playId} is withdrawn (${position}). It leaves the boards at the next start of the server.`
        : `Play ${playId} is withdrawn (${position}). No projector has folded it yet; it leaves the boards when one does.`
    case 'already':
      return `Play ${playId} has been withdrawn already, at ${withdrawnAt}.`
    case 'declined':
      return 'Nothing was done.'
  }
}
