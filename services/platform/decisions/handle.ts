import { createHash, randomUUID } from 'node:crypto'
import { type Decider, isRefusal, type Refusal, type StreamState } from '@stepledger/contracts/decider.ts'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import PQueue from 'p-queue'
import { keyedQueue } from '../async/keyed-queue.ts'
import { TimeoutError } from '../async/with-deadline.ts'
import type { Database } from '../database/database.ts'
import { LockHeldError, LockLostError, withLock } from '../database/with-lock.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** The streams of one kind: where their events are, how they decide, and how the state of one is read. */
export interface Streams<State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>> {
  readonly name: string
  readonly topic: Topic
  readonly decider: Decider<State, Command, Event>
  /** The state after all events of the ledger. Throws StreamBusyError if it is read from a fold that is behind. */
  read(key: string): Promise<State>
}

/**
 * Takes a decision and appends its events. Decisions on one stream are taken one after the other, over all processes.
 * `seen`: the version that the caller has previewed; another one is refused. `at`: time of the events, ms since 1970.
 * Throws StreamBusyError, nothing took effect; UnconfirmedDecisionError; the errors of `Ledger.append`.
 */
export type Handle = <State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>>(
  streams: Streams<State, Command, Event>,
  key: string,
  command: Command,
  options: { readonly at: number; readonly seen?: number; readonly signal?: AbortSignal },
) => Promise<Position | Refusal>

/** Another decision on the stream is being taken, or its fold is behind. */
export class StreamBusyError extends Error {
  override readonly name = 'StreamBusyError'
}

/** The lock was lost during the append and the stream has changed, so this decision may not have taken effect. */
export class UnconfirmedDecisionError extends Error {
  override readonly name = 'UnconfirmedDecisionError'
}

/** Code of the refusal when the stream is not at the version that the caller has seen. */
export const changedMeanwhile = 'changed-meanwhile'

/** First key of the locks of streams; the second one is the stream's hash. Other classes: advisory-locks.ts. */
const lockClass = 1_400_517

/** Connections of one process that hold a lock or wait for it. */
const maxConnections = 8

export function handleOn({
  database,
  ledger,
}: {
  readonly database: Pick<Database, 'connect'>
  readonly ledger: Pick<Ledger, 'append'>
}): Handle {
  // In this process, decisions on one stream queue without a connection.
  const inTurn = keyedQueue()
  const connections = new PQueue({ concurrency: maxConnections })
  return (streams, key, command, { at, seen, signal }) => {
    const { name, topic, decider, read } = streams
    const lock = { lock: lockOf(name, key), applicationName: `stepledger ${name}`, ...(signal && { signal }) }
    const decide = async (lost: AbortSignal) => {
      const state = await read(key)
      const { version } = state
      if (seen !== undefined && seen !== version)
        return { code: changedMeanwhile, message: `${key} was changed in the meantime` }
      const events = decider.decide(state, command)
      if (isRefusal(events)) return events
      const append = async (event: (typeof events)[number], decidedOn?: number) => {
        lost.throwIfAborted()
        const bytes = encodeAnyEvent({ ...event, id: randomUUID(), at, key, decidedOn })
        return ledger.append(topic, { key, bytes })
      }
      const last = events.at(-1)
      if (last === undefined) throw new Error(`${name}: a decision without an event`)
      for (const event of events.slice(0, -1)) await append(event)
      const position = await append(last, version)
      // Without the lock another decision may have been appended before this one, which is then ignored.
      if (lost.aborted && (await read(key)).offset !== position.offset)
        throw new UnconfirmedDecisionError(`${name} ${key}: the lock was lost`)
      return position
    }
    return inTurn(`${name} ${key}`, () => connections.add(() => withLock(database, lock, decide))).catch(
      (cause: unknown) => {
        if (
          !(cause instanceof LockHeldError || cause instanceof LockLostError || cause instanceof TimeoutError)
        )
          throw cause
        throw new StreamBusyError(`${name} ${key}: another decision is being saved`, { cause })
      },
    )
  }
}

/** Streams that share a hash share a lock, which costs a wait. */
function lockOf(name: string, key: string): readonly [number, number] {
  return [lockClass, createHash('sha256').update(`${name} ${key}`).digest().readInt32BE()]
}
