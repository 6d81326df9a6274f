import { formatPosition } from '@stepledger/contracts/ledger/position.ts'
import { type Column, column } from '@stepledger/contracts/play/columns.ts'
import { printable, printableJson } from '../printable.ts'
import type { Listed } from './list-events.ts'

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
export function compact(value: unknown): unknown {
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
