import { type Column, column } from '@stepledger/contracts/play/columns.ts'

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
