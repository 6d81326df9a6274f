import { isRefusal, type StreamState } from '@stepledger/contracts/decider.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { decidedStreams } from '../decided-streams.ts'
import {
  handleOn,
  StreamBusyError,
  type Streams,
  UnconfirmedDecisionError,
} from '../platform/decisions/handle.ts'
import { CommandFailedError } from './exit-codes.ts'
import type { Store } from './store.ts'
import { awaitFoldedUpTo } from './wipe/await-folded-generation.ts'

/** The streams of the topic `events`, with their states as the live generation has them. */
export function streamsOf(store: Store, signal: AbortSignal) {
  return decidedStreams({
    ledger: store.ledger,
    async live() {
      const live = await readLiveGeneration(store.database)
      return live && readable(live, store.readModels)
    },
    foldedUpTo: (ends) => awaitFoldedUpTo(store, ends, signal),
  })
}

/** Takes a decision; see `handle`. Throws CommandFailedError, also if it is refused. */
export async function decide<
  State extends StreamState,
  Command,
  Event extends Pick<AnyEvent, 'type' | 'data'>,
>(
  store: Store,
  streams: Streams<State, Command, Event>,
  stream: string,
  command: Command,
  options: { readonly signal: AbortSignal; readonly beforeAppend: () => Promise<void> },
): Promise<Position> {
  const decided = await handleOn(store)(streams, stream, command, { at: Date.now(), ...options }).catch(
    failed,
  )
  if (isRefusal(decided)) throw new CommandFailedError(decided.message)
  return decided
}

/** Throws CommandFailedError for a decision that could not be taken or confirmed. */
export function failed(error: unknown): never {
  if (error instanceof UnconfirmedDecisionError)
    throw new CommandFailedError(
      'The connection to the database was lost while this was saved: look at it again',
      {
        cause: error,
      },
    )
  if (error instanceof StreamBusyError)
    throw new CommandFailedError(
      'Earlier changes are not folded yet, or another one is being saved: start the server, or try again. Nothing was done',
      { cause: error },
    )
  throw error
}
