import { readJsonNumber } from './json-number.ts'
import { plainMiss, type TimingColumns } from './timing-columns.ts'

/** Longest text that is read, bytes: four times that of a usual play, and too short for more rows than a play may have. */
const maxBytes = 256 * 1024
const maxWidth = 9
/** Elements of the rows of one text, row by row; each takes at least two bytes of it. */
const elements = new Float64Array(maxBytes / 2)

const key = Buffer.from('"timingData"')
/** Begins every ASCII character that is written as an escape, so also another spelling of the key. */
const asciiEscape = Buffer.from('\\u00')

const codeOf = (character: string) => character.charCodeAt(0)
const opening = codeOf('[')
const closing = codeOf(']')
const comma = codeOf(',')
const colon = codeOf(':')
const quote = codeOf('"')
const t = codeOf('t')
const f = codeOf('f')
const space = codeOf(' ')
const tab = codeOf('\t')
const lineFeed = codeOf('\n')
const carriageReturn = codeOf('\r')
const yes = Buffer.from('true')
const no = Buffer.from('false')
const miss = Buffer.from(`"${plainMiss}"`)

/** Types of a column; 0: not read yet. */
const number = 1
const boolean = 2

/** The rows of a play's JSON text, and where their list begins and ends in it. */
export interface TimingText {
  readonly rows: TimingColumns
  readonly start: number
  readonly end: number
}

/**
 * Reads the rows of a play's JSON text without creating a list for each, faster than `JSON.parse`. Returns null for
 * anything unusual, which `JSON.parse` must read: a long text, a malformed list, rows of different lengths, a
 * column of different types, texts other than "Miss", and a key that may be repeated. The caller must check that the
 * list is the play's, not that of an object inside of it.
 */
export function readTimingText(text: Buffer): TimingText | null {
  if (text.length > maxBytes) return null
  const found = text.indexOf(key)
  if (found === -1 || text.includes(key, found + 1) || text.includes(asciiEscape)) return null
  const afterKey = skipSpace(text, found + key.length)
  const start = skipSpace(text, afterKey + 1)
  if (text[afterKey] !== colon || text[start] !== opening) return null

  const types = new Uint8Array(maxWidth)
  let at = start
  let count = 0
  let width = 0
  do {
    at = skipSpace(text, at + 1)
    if (text[at] !== opening) return null
    let column = 0
    do {
      at = skipSpace(text, at + 1)
      const type = text[at] === t || text[at] === f ? boolean : number
      if (count === 0) types[column] = type
      else if (types[column] !== type) return null
      at = readElement(text, at, count * width + column, column === 1)
      if (at === -1) return null
      column++
      at = skipSpace(text, at)
    } while (text[at] === comma && column < maxWidth)
    if (count === 0) width = column
    if (text[at] !== closing || column !== width) return null
    count++
    at = skipSpace(text, at + 1)
  } while (text[at] === comma)
  if (text[at] !== closing || width < 2 || types[0] !== number || types[1] !== number) return null
  return { rows: columnsOf(count, width, types), start, end: at + 1 }
}

const isSpace = (code: number) =>
  code <= space && (code === space || code === lineFeed || code === carriageReturn || code === tab)

function skipSpace(text: Buffer, from: number): number {
  let at = from
  while (isSpace(text[at] ?? 0)) at++
  return at
}

/** Reads an element into `elements[index]`, a miss as NaN. Returns the position after it; -1 if it is not usual. */
function readElement(text: Buffer, at: number, index: number, mayMiss: boolean): number {
  const first = text[at]
  if (first === t || first === f) {
    elements[index] = first === t ? 1 : 0
    return afterWord(text, at, first === t ? yes : no)
  }
  if (first !== quote) return readJsonNumber(text, at, elements, index)
  elements[index] = Number.NaN
  return mayMiss ? afterWord(text, at, miss) : -1
}

function afterWord(text: Buffer, at: number, word: Buffer): number {
  for (let i = 1; i < word.length; i++) if (text[at + i] !== word[i]) return -1
  return at + word.length
}

function columnsOf(count: number, width: number, types: Uint8Array): TimingColumns {
  const columnIn = <Values extends Float64Array | Uint8Array>(values: Values, column: number): Values => {
    for (let i = 0; i < count; i++) values[i] = elements[i * width + column] ?? 0
    return values
  }
  return {
    count,
    width,
    lengths: null,
    times: columnIn(new Float64Array(count), 0),
    offsets: columnIn(new Float64Array(count), 1),
    markers: null,
    more: Array.from({ length: width - 2 }, (_, extra) =>
      columnIn(types[extra + 2] === boolean ? new Uint8Array(count) : new Float64Array(count), extra + 2),
    ),
  }
}
