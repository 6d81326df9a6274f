import { accountByAlias } from '../../accounts/players/account-by-alias.ts'
import { accountsDatabase } from '../../accounts/tables.ts'
import { counted } from '../aligned.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { noSuchPlayer } from '../players/no-such-player.ts'
import { jsonDocument, printable } from '../printable.ts'
import type { Store } from '../store.ts'
import { type WithdrawnPlays, withdrawAll } from './withdraw-all.ts'
import type { WithdrawRun } from './withdraw-run.ts'

/** Withdraws all plays of the player with this alias and prints the outcome. */
export async function runWithdrawAll(
  store: Store,
  { alias, reason, json, output, confirm, now }: WithdrawRun & { alias: string },
): Promise<ExitCode> {
  const player = await accountByAlias(accountsDatabase(store.database), alias)
  if (!player) return noSuchPlayer(output, alias)
  const name = printable(player.alias)
  const done = await withdrawAll(store, {
    playerId: player.id,
    reason,
    confirm: (plays) => confirm(`${counted(plays, 'play')} of ${name}`),
    onProgress: (withdrawn, of) =>
      output.progress({ what: 'Withdrawing', done: withdrawn, of, unit: 'plays' }),
    now,
    signal: output.signal,
  })
  output.progress(null)
  await output.print(json ? jsonDocument(done) : sentence(done, name, store.server === null))
  return done.outcome === 'declined' ? exitCodes.wrong : exitCodes.fine
}

function sentence({ outcome, plays }: WithdrawnPlays, name: string, noServer: boolean): string {
  const done = `${counted(plays, 'play')} of ${name} withdrawn`
  switch (outcome) {
    case 'withdrawn':
      return `${done}, and the boards show it.`
    case 'appended':
      return noServer
        ? `${done}. They leave the boards at the next start of the server.`
        : `${done}. No projector has folded all of them yet; they leave the boards when one does.`
    case 'none':
      return `${name} has no plays to withdraw.`
    case 'declined':
      return 'Nothing was done.'
  }
}
