import { decodeEnvelope } from '@stepledger/contracts/events/codec.ts'
import { type LedgerEvent, MalformedEventError } from '@stepledger/contracts/events/event-type.ts'
import { readerOf } from '@stepledger/contracts/events/registry.ts'
import { formatPosition, type Position } from '@stepledger/contracts/ledger/position.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import type { Topic } from '@stepledger/contracts/ledger/topic.ts'
import { type Column, column } from '@stepledger/contracts/play/columns.ts'
import { Option } from 'commander'
import { z } from 'zod'
import { findPlayer } from '../accounts/players/find-player.ts'
import { type Ledger, partitionOf } from '../platform/ledger/ledger.ts'
import { Command, type CommandContext } from './command.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { noSuchPlayer } from './find-play.ts'
import { printable, printableJson } from './format-text.ts'
import { countArgument, positionArgument, timeArgument } from './options.ts'

interface EventsOptions {
  readonly topic: Topic
  readonly key?: string
  readonly type?: string
  readonly from?: Position
  readonly limit?: number
  readonly player?: string
  readonly since?: number
  readonly until?: number
  readonly client?: string
  readonly json?: true
}

export function eventsCommand({ output, run }: CommandContext): Command {
  return new Command('events')
    .description('print the events of the ledger')
    .addOption(
      new Option('--topic <topic>', 'which topic to read; rules has rules, competitions and the audit log')
        .choices(['events', 'rules'])
        .default('events'),
    )
    .option('--key <key>', 'only events with this key, such as the id of a player')
    .option('--type <type>', 'only events of this type, such as PlaySubmitted')
    .option(
      '--from <position>',
      'only one partition, starting at an offset: partition:offset',
      positionArgument,
    )
    .option('--player <alias>', 'only events of this player, by alias or id')
    .option('--client <version>', 'only plays sent in this version of the format, such as 1.3')
    .option('--since <time>', 'only events of this time or later, such as 2026-12-07T17:00Z', timeArgument)
    .option('--until <time>', 'only events before this time', timeArgument)
    .option('--limit <n>', 'at most this many', countArgument)
    .option('--json', 'print one JSON object per line')
    .notes(`
Prints each partition in order, up to its current end. Packed columns are shown by kind and length,
such as {"f32": 928}. Malformed records and events of unknown types are marked as such; with a
filter other than --from malformed records are omitted. The time of a play is that of its receipt.

A play can have two events: one whose result was unknown is appended again. The first one counts;
"ledger verify" shows the number of the others as Counted once.`)
    .action(async ({ json, player, client: clientVersion, ...filters }: EventsOptions) => {
      if (player !== undefined && filters.key !== undefined)
        throw new UsageError(
          '--player and --key exclude each other: the key of an event is the id of its player',
        )
      await run(async ({ ledger, database }) => {
        const owner = player === undefined ? null : await findPlayer(database, player)
        if (player !== undefined && !owner) return noSuchPlayer(output, player)
        const key = owner?.id ?? filters.key
        let found = 0
        for await (const page of listEvents(ledger, { ...filters, key, clientVersion })) {
          found += page.length
          await output.print(...page.map(json ? eventJson : eventLine))
        }
        if (found === 0) output.printStderr(`No event of the topic ${filters.topic} matches.`)
        return exitCodes.fine
      })
    })
}

interface EventFilters {
  readonly topic: Topic
  readonly key?: string | undefined
  readonly type?: string | undefined
  /** This partition only, from this offset on. */
  readonly from?: Position | undefined
  readonly limit?: number | undefined
  /** From this time on, and before this time, ms since 1970. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Only plays that were sent in this version of the format, such as 1.4. */
  readonly clientVersion?: string | undefined
}

/**
 * A record: an event as written, of a known or unknown type, or malformed bytes.
 */
type Listed = Position &
  (
    | { readonly event: LedgerEvent; readonly known: boolean }
    | { readonly malformed: string; readonly bytes: number }
  )

const pageEvents = 500

/**
 * Reads the events that match the filters in pages, each partition in order, up to the end of the ledger at the time of
 * the call. Throws UsageError.
 */
async function* listEvents(ledger: Ledger, filters: EventFilters): AsyncGenerator<readonly Listed[]> {
  const { topic, from, limit = Number.POSITIVE_INFINITY } = filters
  const isFiltered = [filters.key, filters.type, filters.since, filters.until, filters.clientVersion].some(
    (filter) => filter !== undefined,
  )
  const partitions = ledger.partitions[topic]
  const only = onlyPartition(filters, partitions)
  const start = new Array<number>(partitions).fill(0)
  if (from) start[from.partition] = from.offset
  const to = start.map((_, partition) => (only === null || only === partition ? Number.MAX_SAFE_INTEGER : 0))
  const maxBatch = isFiltered ? pageEvents : Math.min(limit, pageEvents)
  let left = limit
  for await (const records of ledger.read(topic, start, { to, maxBatch })) {
    const listed = records
      .map(listedOf)
      .filter((one) => ('event' in one ? matches(one.event, filters) : !isFiltered))
      .slice(0, left)
    left -= listed.length
    if (listed.length > 0) yield listed
    if (left <= 0) return
  }
}

function matches({ key, type, at, data }: LedgerEvent, filters: EventFilters): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, clientVersion } = filters
  return (
    (filters.key === undefined || key === filters.key) &&
    (filters.type === undefined || type === filters.type) &&
    at >= since &&
    at < until &&
    (clientVersion === undefined || sentIn.safeParse(data).data?.bodyVersion === clientVersion)
  )
}

/** The data of a play, of any version of the event. */
const sentIn = z.object({ bodyVersion: z.string() })

function onlyPartition({ topic, key, from }: EventFilters, partitions: number): number | null {
  if (from && from.partition >= partitions)
    throw new UsageError(`--from: the topic ${topic} has partitions 0 to ${partitions - 1}`)
  if (key === undefined) return from?.partition ?? null
  const partition = partitionOf(partitions, key)
  if (from && from.partition !== partition)
    throw new UsageError(
      `--from: events with key ${key} are in partition ${partition}, not in ${from.partition}`,
    )
  return partition
}

function listedOf({ partition, offset, bytes }: RecordedEvent): Listed {
  try {
    const event = decodeEnvelope(bytes)
    return { partition, offset, event, known: readerOf(event.type) !== undefined }
  } catch (error) {
    if (!(error instanceof MalformedEventError)) throw error
    return { partition, offset, malformed: error.message, bytes: bytes.length }
  }
}

/** An event as one line of JSON. `at` as text; `known`: whether this version of the code has the type. */
export function eventJson(listed: Listed): string {
  const position = formatPosition(listed)
  if (!('event' in listed))
    return printableJson({ position, malformed: listed.malformed, bytes: listed.bytes })
  const { id, type, v, at, key, data } = listed.event
  return printableJson({
    position,
    id,
    type,
    v,
    ...(listed.known ? {} : { known: false }),
    at: timeText(at),
    key,
    data: compact(data),
  })
}

export function eventLine(listed: Listed): string {
  const position = formatPosition(listed).padEnd(10)
  if (!('event' in listed))
    return `${position}  not an event: ${listed.bytes} bytes: ${printable(listed.malformed)}`
  const { type, v, at, key, data } = listed.event
  const name = `${printable(type)}${listed.known ? '' : ` v${v}, unknown to this code,`}`
  return [position, timeText(at), name.padEnd(14), printable(key), fieldsText(data)].join('  ').trimEnd()
}

const maxFields = 6
const maxLength = 40

function fieldsText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return printableJson(data)
  return Object.entries(data)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, maxFields)
    .map(([name, value]) => `${printable(name)}=${shortened(printableJson(value))}`)
    .join(' ')
}

function shortened(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

/** Formats a time; an invalid one is printed as the number. */
function timeText(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString()
}

/**
 * Shortens an event's data for display. A packed column becomes its kind and number of values, such as {"f32": 928};
 * other bytes become their length, such as {"bytes": 32}.
 */
function compact(value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: value.length }
  if (Array.isArray(value)) return value.map(compact)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  const packed = column.safeParse(value)
  if (packed.success) return { [packed.data.kind]: valuesOf(packed.data) }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, compact(inner)]))
}

function valuesOf({ kind, bytes }: Column): number | { bytes: number } {
  switch (kind) {
    case 'f32':
      return bytes.length / 4
    case 'decimals':
      return (bytes.length - 1) / 4
    case 'f64':
      return bytes.length / 8
    case 'u8':
      return bytes.length
    case 'bits':
    case 'mostly':
    case 'json':
      return { bytes: bytes.length }
  }
}
