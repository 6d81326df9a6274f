import { isRecord } from '../is-record.ts'

/**
 * What differs between two documents, a line each: `systems.ITG.miss: 0 → -1`. Items of lists are called by their name,
 * if it is the same in both documents, or by their number from 0.
 */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (!isComposite(before) && !isComposite(after))
    return before === after ? [] : [`${path}: ${textOf(before)} → ${textOf(after)}`]
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return keys.flatMap((key) => {
    const name = nameOf(old[key], now[key]) ?? key
    return differences(old[key], now[key], path === '' ? name : `${path}.${name}`)
  })
}

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return isComposite(value) ? Object.fromEntries(Object.entries(Object(value))) : {}
}

function nameOf(old: unknown, now: unknown): string | null {
  const [a, b] = [old, now].map((item) =>
    isRecord(item) && typeof item.name === 'string' ? item.name : null,
  )
  return a === b ? (a ?? null) : null
}

const textOf = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
