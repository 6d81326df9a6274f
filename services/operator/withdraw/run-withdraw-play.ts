import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { noSuchPlay } from '../find-play.ts'
import { jsonDocument, printable } from '../printable.ts'
import type { Store } from '../store.ts'
import { type Withdrawal, withdrawPlay } from './withdraw-play.ts'
import type { WithdrawRun } from './withdraw-run.ts'

/** Withdraws one play and prints the outcome. */
export async function runWithdrawPlay(
  store: Store,
  { playId, reason, json, output, confirm, now }: WithdrawRun & { playId: number },
): Promise<ExitCode> {
  const done = await withdrawPlay(store, {
    playId,
    reason,
    confirm: ({ player, title, chart }) =>
      confirm(`play ${playId} of ${printable(player)} on ${printable(title)} (${chart})`),
    now,
    signal: output.signal,
  })
  if (!done) {
    output.printStderr(noSuchPlay(playId))
    return exitCodes.wrong
  }
  await output.print(json ? jsonDocument(done) : sentence(done, store.server === null))
  return done.outcome === 'declined' ? exitCodes.wrong : exitCodes.fine
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
