import {
  type CompetitionCommand,
  type CompetitionState,
  competition,
} from '@stepledger/contracts/competition/competition.ts'
import { isRefusal, preview, type Refusal } from '@stepledger/contracts/decider.ts'
import { settledUpTo } from '@stepledger/projections/standings/progress.ts'
import {
  changedMeanwhile,
  handleOn,
  StreamBusyError,
  UnconfirmedDecisionError,
} from '../../platform/decisions/handle.ts'
import { competitionStreams } from '../../projector/competitions/announced-competitions.ts'
import { actingOperator } from '../audit/record-action.ts'
import { awaitLive } from '../await-live.ts'
import { CommandFailedError, UsageError } from '../exit-codes.ts'
import { printable } from '../printable.ts'
import type { Store } from '../store.ts'

/** The competition after these commands. Throws UsageError, CommandFailedError. */
export function previewed(
  before: CompetitionState | null,
  commands: readonly CompetitionCommand[],
): CompetitionState {
  let state: typeof competition.initial = before ?? competition.initial
  for (const command of commands) {
    const after = preview(competition, state, command, Date.now())
    if (isRefusal(after)) throw refusedCommand(after)
    state = after
  }
  if (state.document === null) throw new Error('a command announced nothing')
  return state
}

/** Takes a decision on what was previewed, as the operator of this command. Returns the offset. Throws CommandFailedError. */
export async function decideOn(
  store: Store,
  { slug, seen, signal }: { readonly slug: string; readonly seen: number; readonly signal: AbortSignal },
  command: CompetitionCommand,
): Promise<number> {
  const by = await actingOperator(store)
  const decided = await handleOn(store)(
    competitionStreams(store.ledger),
    slug,
    { ...command, by },
    { at: Date.now(), seen, signal },
  ).catch((error: unknown) => {
    if (error instanceof UnconfirmedDecisionError)
      throw new CommandFailedError(
        'The connection to the database was lost while the change was saved: see `ledger event show`, and try again unless it is there',
        { cause: error },
      )
    if (!(error instanceof StreamBusyError)) throw error
    throw new CommandFailedError(
      'Another operator is changing this event right now: try again. Nothing was done',
      { cause: error },
    )
  })
  if (isRefusal(decided)) throw refusedCommand(decided)
  return decided.offset
}

function refusedCommand({ code, message }: Refusal): Error {
  const text = message.split('\n').map(printable).join('\n')
  if (code === 'no-such-round') return new UsageError(`--round: ${text}`)
  if (code === 'invalid') return new UsageError(text)
  if (code === changedMeanwhile)
    return new CommandFailedError(`${text}: see \`ledger event show\`. Nothing was done`)
  return new CommandFailedError(text)
}

/** Waits until the standings include this offset of the topic `rules`; see awaitLive. */
export function awaitStandings(store: Store, offset: number, signal: AbortSignal): Promise<boolean> {
  return awaitLive(
    store,
    signal,
    async ({ schema }) => (await settledUpTo(store.database.pool, schema)) > offset,
  )
}

export function standingsText(shown: boolean, { server }: Pick<Store, 'server'>): string {
  if (shown) return 'The standings show it.'
  return server === null
    ? 'The standings are updated when a server runs.'
    : 'No projector has processed it yet; the standings are updated when one does.'
}
