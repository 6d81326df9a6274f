import { aligned, count } from '../format-text.ts'
import { printable } from '../printable.ts'

/** An answer as lines of text: fields as label and value, lists of objects or sentences below their heading. */
export function describeAnswer(answer: unknown): string[] {
  if (Array.isArray(answer)) return table(answer)
  if (!isObject(answer)) return answer === null || answer === undefined ? ['Done.'] : [cell(answer)]
  const fields = Object.entries(answer)
  if (fields.length === 0) return ['Done.']
  const plain = fields.filter(([, value]) => !isTable(value))
  return [
    ...aligned(plain.map(([name, value]) => [heading(name), cell(value, name)])),
    ...fields.flatMap(([name, value]) =>
      Array.isArray(value) && isTable(value)
        ? ['', heading(name), ...table(value).map((line) => `  ${line}`)]
        : [],
    ),
  ]
}

function isTable(value: unknown): boolean {
  return Array.isArray(value) && value.some(isLineOfList)
}

/** Objects, and texts of several words, each have a line of their own. */
function isLineOfList(value: unknown): boolean {
  return isObject(value) || (typeof value === 'string' && value.includes(' '))
}

/** One row a line; rows that contain tables are described one after the other. */
function table(rows: readonly unknown[]): string[] {
  if (rows.length === 0) return ['None.']
  const objects = rows.filter(isObject)
  if (objects.length === 0) return rows.map((row) => cell(row))
  if (objects.some((row) => Object.values(row).some(isTable)))
    return objects.flatMap((row, i) => [...(i === 0 ? [] : ['']), ...describeAnswer(row)])
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  const right = names.flatMap((name, i) => (objects.every((row) => typeof row[name] === 'number') ? [i] : []))
  return aligned(
    [names.map(heading), ...objects.map((row) => names.map((name) => cell(row[name], name)))],
    right,
  )
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `playId` as "Play id". */
function heading(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Ids and offsets have no separators. */
function cell(value: unknown, name = ''): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'number') return /id$|offset|generation/i.test(name) ? String(value) : count(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => cell(one)).join(', ')
  if (isObject(value)) {
    if ('alias' in value) return cell(value.alias ?? value.id)
    const isNamed = 'title' in value || 'name' in value
    const parts = Object.entries(value).flatMap(([name, part]) =>
      part === null ? [] : isNamed ? cell(part, name) : `${name} ${cell(part, name)}`,
    )
    return parts.join(isNamed ? ' ' : ', ')
  }
  return printable(String(value))
}
