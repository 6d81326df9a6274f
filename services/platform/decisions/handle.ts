import { createHash, randomUUID } from 'node:crypto'
import { type Decider, isRefusal, type Refusal, type StreamState } from '@stepledger/contracts/decider.ts'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { itemAt } from '@stepledger/contracts/item-at.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import PQueue from 'p-queue'
import { mapAtOnce } from '../async/map-at-once.ts'
import { TimeoutError } from '../async/with-deadline.ts'
import { LockHeldError, LockLostError, withLock } from '../database/advisory-locks.ts'
import type { Database } from '../database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** The streams of one kind: where their events are, how they decide, and how the states of some are read. */
interface Streams<State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>> {
  readonly name: string
  readonly topic: Topic
  readonly decider: Decider<State, Command, Event>
  /** The key of a stream's events; the stream itself by default. */
  eventKeyOf?(stream: string): string
  /**
   * The states after all events of the ledger, in the order of `streams`. Throws StreamBusyError if they are read from a
   * fold that is behind.
   */
  read(streams: readonly string[]): Promise<readonly State[]>
}

interface DecisionOptions {
  /** Time of the events, ms since 1970. */
  readonly at: number
  readonly signal?: AbortSignal
  /** Called before the first append, unless the command is refused. */
  readonly beforeAppend?: () => Promise<void>
}

/**
 * Takes a decision and appends its events. Decisions on one stream are taken one after the other, over all processes.
 * `seen`: the version that the caller has previewed; another one is refused. Throws StreamBusyError, nothing took effect;
 * UnconfirmedDecisionError; the errors of `Ledger.append`.
 */
export type Handle = <State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>>(
  streams: Streams<State, Command, Event>,
  stream: string,
  command: Command,
  options: DecisionOptions & { readonly seen?: number | undefined },
) => Promise<Position | Refusal>

/** The same for a command on each of some streams, at most `maxStreams`. */
export type HandleEach = <State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>>(
  streams: Streams<State, Command, Event>,
  commands: readonly { readonly stream: string; readonly command: Command }[],
  options: Omit<DecisionOptions, 'beforeAppend'>,
) => Promise<readonly (Position | Refusal)[]>

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

/** Streams locked at a time, as each lock takes shared memory of Postgres. */
export const maxStreams = 250

/** Concurrent appends, which the ledger batches. */
const appendsAtOnce = 64

interface Deps {
  readonly database: Pick<Database, 'connect'>
  readonly ledger: Pick<Ledger, 'append'>
}

export function handleOn(deps: Deps): Handle {
  const decide = decisionsOn(deps)
  return async (streams, stream, command, { seen, ...options }) =>
    itemAt(await decide(streams, [{ stream, command, seen }], options), 0)
}

export function handleEachOn(deps: Deps): HandleEach {
  return decisionsOn(deps)
}

function decisionsOn({ database, ledger }: Deps) {
  // In this process, decisions on one stream queue without a connection.
  const inTurn = keyedQueue()
  const connections = new PQueue({ concurrency: maxConnections })

  return <State extends StreamState, Command, Event extends Pick<AnyEvent, 'type' | 'data'>>(
    { name, topic, decider, eventKeyOf = (stream) => stream, read }: Streams<State, Command, Event>,
    commands: readonly {
      readonly stream: string
      readonly command: Command
      readonly seen?: number | undefined
    }[],
    { at, signal = new AbortController().signal, beforeAppend = async () => {} }: DecisionOptions,
  ): Promise<(Position | Refusal)[]> => {
    const names = commands.map(({ stream }) => stream)
    const what = `${name} ${names.length === 1 ? names[0] : `of ${names.length} streams`}`

    const decideUnderLock = async (lost: AbortSignal) => {
      const states = await read(names)
      const decideOne = async (nth: number): Promise<Position | Refusal> => {
        const { stream, command, seen } = itemAt(commands, nth)
        const state = itemAt(states, nth)
        const { version } = state
        if (seen !== undefined && seen !== version)
          return { code: changedMeanwhile, message: `${stream} was changed in the meantime` }
        const events = decider.decide(state, command)
        if (isRefusal(events)) return events
        const last = events.at(-1)
        if (last === undefined) throw new Error(`${name}: a decision without an event`)
        await beforeAppend()
        const key = eventKeyOf(stream)
        const append = (event: Event, decidedOn?: number) => {
          lost.throwIfAborted()
          return ledger.append(topic, {
            key,
            bytes: encodeAnyEvent({ ...event, id: randomUUID(), at, key, decidedOn }),
          })
        }
        for (const event of events.slice(0, -1)) await append(event)
        return append(last, version)
      }
      const atOnce = { atOnce: appendsAtOnce, signal: lost, onProgress: () => {} }
      const decided = await mapAtOnce([...commands.keys()], atOnce, decideOne)
      // Without the lock another decision may have been appended before one of these, which is then ignored.
      if (lost.aborted) {
        const after = await read(names)
        if (decided.some((result, nth) => !isRefusal(result) && itemAt(after, nth).offset !== result.offset))
          throw new UnconfirmedDecisionError(`${what}: the lock was lost`)
      }
      return decided
    }

    const locks = [...new Set(names.map((stream) => lockOf(name, stream)))].sort((a, b) => a - b)
    const lock = {
      locks: locks.map((hash) => [lockClass, hash] as const),
      applicationName: `stepledger ${name}`,
      signal,
    }
    return inTurn(what, () => connections.add(() => withLock(database, lock, decideUnderLock))).catch(
      (cause: unknown) => {
        if (
          !(cause instanceof LockHeldError || cause instanceof LockLostError || cause instanceof TimeoutError)
        )
          throw cause
        throw new StreamBusyError(`${what}: another decision is being saved`, { cause })
      },
    )
  }
}

/** Streams that share a hash share a lock, which costs a wait. */
function lockOf(name: string, stream: string): number {
  return createHash('sha256').update(`${name} ${stream}`).digest().readInt32BE()
}

/**
 * Runs tasks of the same key one after the other, in the order of the calls, within this process; tasks of other keys
 * run concurrently. Rejects with the error of its task, which does not stop later ones.
 */
function keyedQueue(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const before = last.get(key) ?? Promise.resolve()
    const running = before.then(task, task)
    last.set(key, running)
    try {
      return await running
    } finally {
      if (last.get(key) === running) last.delete(key)
    }
  }
}
