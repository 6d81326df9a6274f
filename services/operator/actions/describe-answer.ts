import { aligned, count, printable } from '../format-text.ts'

/** `right`: columns of numbers. */
interface Table {
  readonly heads: readonly string[] | null
  readonly rows: readonly (readonly string[])[]
  readonly right: readonly number[]
}

/** An answer as lines of text: fields as label and value, lists of objects or sentences below their heading. */
export function describeAnswer(answer: unknown): string[] {
  if (Array.isArray(answer)) return listed(answer)
  if (!isObject(answer)) return answer === null || answer === undefined ? ['Done.'] : [cell(answer)]
  if (Object.keys(answer).length === 0) return ['Done.']
  return [
    ...aligned(plainFields(answer)),
    ...listsOf(answer).flatMap(({ heading, list }) => [
      '',
      heading,
      ...listed(list).map((line) => `  ${line}`),
    ]),
  ]
}

/** Labels and values. */
export function plainFields(answer: object): (readonly [string, string])[] {
  return Object.entries(answer)
    .filter(([, value]) => !isList(value))
    .map(([name, value]) => [headingOf(name), cell(value, name)])
}

export function listsOf(answer: object): { readonly heading: string; readonly list: readonly unknown[] }[] {
  return Object.entries(answer).flatMap(([name, value]) =>
    isList(value) ? [{ heading: headingOf(name), list: value }] : [],
  )
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isLineOfList)
}

/** Objects, and texts of several words, each have a line of their own. */
function isLineOfList(value: unknown): boolean {
  return isObject(value) || (typeof value === 'string' && value.includes(' '))
}

/** One row a line; rows that contain lists are described one after the other. */
function listed(list: readonly unknown[]): string[] {
  if (list.length === 0) return ['None.']
  if (list.some((row) => isObject(row) && Object.values(row).some(isList)))
    return list.flatMap((row, i) => [...(i === 0 ? [] : ['']), ...describeAnswer(row)])
  const { heads, rows, right } = tableOf(list)
  return aligned(heads === null ? rows : [heads, ...rows], right)
}

export function tableOf(list: readonly unknown[]): Table {
  const objects = list.filter(isObject)
  if (objects.length === 0) return { heads: null, rows: list.map((row) => [cell(row)]), right: [] }
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  return {
    heads: names.map(headingOf),
    rows: objects.map((row) => names.map((name) => cell(row[name], name))),
    right: names.flatMap((name, i) => (objects.every((row) => typeof row[name] === 'number') ? [i] : [])),
  }
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `playId` as "Play id". */
function headingOf(name: string): string {
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
