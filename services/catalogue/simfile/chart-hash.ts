import { createHash } from 'node:crypto'
import { type Difficulty, difficulty } from '@stepledger/contracts/difficulty.ts'
import { simfileLimits } from './simfile-error.ts'
import type { SimfileKind } from './simfile-text.ts'

/** 16 lowercase hex digits, or why the game computes none for the chart. */
export type ChartHash = { readonly hash: string } | { readonly hash: null; readonly reason: string }

/** The fields by which the hash of a chart is looked up. */
export interface ChartName {
  readonly stepsType: string
  readonly difficulty: string
  readonly description: string
}

/**
 * Computes the hashes of the charts of a file. As in the game, charts with the same type and difficulty (for edits also
 * the description) share the hash of the first one.
 */
export function hashesOf(bytes: Uint8Array, kind: SimfileKind): (chart: ChartName) => ChartHash {
  const sources = kind === 'ssc' ? sscHashSources(gameText(bytes)) : smHashSources(gameText(bytes))
  const byName = new Map<string, HashSource>()
  for (const source of sources) {
    const name = lookUpName(source)
    if (!byName.has(name)) byName.set(name, source)
  }
  const known = new Map<HashSource, ChartHash>()
  return (chart) => {
    const source = byName.get(lookUpName({ ...chart, description: gameDescription(chart.description) }))
    if (source === undefined) return { hash: null, reason: 'the game does not find the chart in its file' }
    const hash = known.get(source) ?? hashOf(source)
    known.set(source, hash)
    return hash
  }
}

/** The file as the game's scripts read it: one character per byte, up to the first NUL. */
function gameText(bytes: Uint8Array): string {
  const nul = bytes.indexOf(0)
  return Buffer.from(bytes.buffer, bytes.byteOffset, nul < 0 ? bytes.length : nul).toString('latin1')
}

function gameDescription(description: string): string {
  return Buffer.from(description.trim(), 'utf8').toString('latin1')
}

function lookUpName(chart: ChartName): string {
  const difficulty = chart.difficulty.toLowerCase()
  const name = `${chart.stepsType.toLowerCase()} ${difficulty}`
  return difficulty === 'edit' ? `${name} ${chart.description}` : name
}

function hashOf(source: HashSource): ChartHash {
  const bpms = source.bpms === null ? null : bpmText(source.bpms)
  if (bpms === null) return { hash: null, reason: '#BPMS is missing or not a list of numbers' }
  const text = minimiseNotes(source.notes) + bpms
  return { hash: createHash('sha1').update(text, 'latin1').digest('hex').slice(0, 16) }
}

const blank = /[\t\v\f ]/
const blanks = /[\t\v\f ]+/g

/**
 * Normalises notes for the hash: strips comments, blanks and blank lines, and halves a measure while every second row is
 * empty and the number of rows is even. A line with only a comma ends a measure. `notes`: one character a byte.
 */
export function minimiseNotes(notes: string): string {
  const kept: string[] = []
  let measure: string[] = []
  for (const line of notes.replaceAll(/[\r\n]+/g, '\n').split('\n')) {
    const row = withoutBlanks(line)
    if (row === '') continue
    if (row !== ',') {
      measure.push(row)
      continue
    }
    for (const row of minimiseMeasure(measure)) kept.push(row)
    kept.push(',')
    measure = []
  }
  for (const row of minimiseMeasure(measure)) kept.push(row)
  return kept.join('\n')
}

function withoutBlanks(line: string): string {
  const comment = line.indexOf('//')
  const row = comment < 0 ? line : line.slice(0, comment)
  return blank.test(row) ? row.replaceAll(blanks, '') : row
}

/** An empty measure is kept: halving it would never end. */
function minimiseMeasure(rows: string[]): string[] {
  let kept = rows
  while (kept.length > 0 && kept.length % 2 === 0 && kept.every((row, i) => i % 2 === 0 || isEmpty(row))) {
    kept = kept.filter((_, i) => i % 2 === 0)
  }
  return kept
}

function isEmpty(row: string): boolean {
  for (let i = 0; i < row.length; i += 1) if (row.charCodeAt(i) !== 48) return false
  return true
}

/** A chart as the game's theme parses it from the bytes of a file, with its own quirks: see the functions below. */
interface HashSource {
  /** In lower case. */
  readonly stepsType: string
  /** Normalised for comparison. */
  readonly difficulty: string
  readonly description: string
  /** Raw notes, one character a byte. */
  readonly notes: string
  /** Raw; null when missing, or when the first list of the file is invalid. */
  readonly bpms: string | null
}

/**
 * Charts of an .ssc: from each `#NOTEDATA` to the next `#NOTES:` or `#NOTES2:`, up to the first semicolon, even in a
 * comment. `text`: one character a byte.
 */
function sscHashSources(text: string): HashSource[] {
  const search = text.toLowerCase()
  const fileBpms = firstBpms(text, search)
  const sources: HashSource[] = []
  let at = search.indexOf('#notedata')
  while (at >= 0) {
    const notes = startOfNotes(search, at)
    if (notes === null) break
    const end = indexOrEnd(search, ';', notes)
    const chart = text.slice(at, end)
    const chartSearch = search.slice(at, end)
    const bpms = withoutSpace(tagValue(chart, chartSearch, '#bpms:') ?? '')
    sources.push({
      stepsType: withoutSpace(firstNonEmpty(chart, chartSearch, '#stepstype:')).toLowerCase(),
      difficulty: withoutSpace(firstNonEmpty(chart, chartSearch, '#difficulty:')).toLowerCase(),
      description: firstNonEmpty(chart, chartSearch, '#description:').trim(),
      notes: text.slice(notes, end),
      bpms: bpms === '' || fileBpms === null ? fileBpms : bpms,
    })
    at = search.indexOf('#notedata', end)
  }
  return sources
}

/**
 * Charts of an .sm: each `#NOTES` up to the first semicolon, split at colons. Empty pieces are dropped, so that an empty
 * field shifts the following ones. `text`: one character a byte.
 */
function smHashSources(text: string): HashSource[] {
  const search = text.toLowerCase()
  const bpms = firstBpms(text, search)
  const sources: HashSource[] = []
  let at = search.indexOf('#notes')
  while (at >= 0) {
    const end = indexOrEnd(search, ';', at)
    const pieces = nonEmptyPieces(text.slice(at, end), 7)
    const [, stepsType, description, difficulty, , , notes] = pieces
    if (
      stepsType !== undefined &&
      description !== undefined &&
      difficulty !== undefined &&
      notes !== undefined
    ) {
      const name = difficulty.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
      sources.push({
        stepsType: stepsType.replaceAll(/[^a-z0-9-]/gi, '').toLowerCase(),
        difficulty: namedDifficulty(name)?.toLowerCase() ?? name,
        description: description.trim(),
        notes,
        bpms,
      })
    }
    at = search.indexOf('#notes', end)
  }
  return sources
}

function nonEmptyPieces(text: string, count: number): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length && pieces.length < count; ) {
    const end = indexOrEnd(text, ':', from)
    if (end > from) pieces.push(text.slice(from, end))
    from = end + 1
  }
  return pieces
}

/** Offset of the notes after `from`; null when there are none. */
function startOfNotes(search: string, from: number): number | null {
  let at = search.indexOf('#notes', from)
  while (at >= 0) {
    const colon = search[at + 6] === '2' ? at + 7 : at + 6
    if (search[colon] === ':') return colon + 1
    at = search.indexOf('#notes', at + 6)
  }
  return null
}

function firstBpms(text: string, search: string): string | null {
  const bpms = tagValue(text, search, '#bpms:')
  return bpms === null || bpmText(bpms) === null ? null : bpms
}

function tagValue(text: string, search: string, tag: string, from = 0): string | null {
  const at = search.indexOf(tag, from)
  const end = at < 0 ? -1 : search.indexOf(';', at + tag.length)
  return end < 0 ? null : text.slice(at + tag.length, end)
}

function firstNonEmpty(text: string, search: string, tag: string): string {
  let at = search.indexOf(tag)
  while (at >= 0) {
    const value = tagValue(text, search, tag, at)
    if (value === null) return ''
    if (value !== '') return value
    at = search.indexOf(tag, at + tag.length)
  }
  return ''
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from)
  return at < 0 ? text.length : at
}

function withoutSpace(text: string): string {
  return text.replaceAll(/[\t\n\v\f\r ]+/g, '')
}

/**
 * Normalises the BPMs of a chart for its hash: `beat=bpm` with three decimals, joined by commas, in the order of the
 * file. Returns null for an invalid number or too many entries. `list`: the text between `#BPMS:` and `;`.
 */
export function bpmText(list: string): string | null {
  const changes: string[] = []
  const entries = list.replaceAll(/[\t\n\v\f\r ]+/g, '').split(',', simfileLimits.timingChanges + 1)
  if (entries.length > simfileLimits.timingChanges) return null
  for (const change of entries) {
    if (change === '') continue
    const equals = change.lastIndexOf('=')
    const beat = threeDecimals(change.slice(0, Math.max(equals, 0)))
    const bpm = threeDecimals(change.slice(equals + 1))
    if (equals < 0 || beat === null || bpm === null) return null
    changes.push(`${beat}=${bpm}`)
  }
  return changes.join(',')
}

/** Rounds half up, also below zero. */
function threeDecimals(text: string): string | null {
  const value = luaNumber(text)
  if (value === null) return null
  const rounded = Math.floor(value * 1000 + 0.5) / 1000
  if (!Number.isFinite(rounded)) return null
  // toFixed uses exponents from 1e21 on; such numbers have no decimals.
  return Math.abs(rounded) < 1e21 ? rounded.toFixed(3) : `${BigInt(rounded)}.000`
}

const controlCharacters = /[^ -~\u{80}-\u{10ffff}]/gu
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const hexadecimal = /^([+-]?)(0x[\da-f]+)$/i

/** Parses a number like Lua 5.1, without control characters; null when it is invalid or not finite. */
function luaNumber(text: string): number | null {
  const digits = decimal.test(text) ? text : text.replaceAll(controlCharacters, '')
  const hex = hexadecimal.exec(digits)
  const value = hex
    ? Number(hex[2]) * (hex[1] === '-' ? -1 : 1)
    : decimal.test(digits)
      ? Number(digits)
      : Number.NaN
  return Number.isFinite(value) ? value : null
}

const names: Readonly<Record<Difficulty, readonly string[]>> = {
  Beginner: ['beginner'],
  Easy: ['easy', 'basic', 'light'],
  Medium: ['medium', 'another', 'trick', 'standard', 'difficult'],
  Hard: ['hard', 'ssr', 'maniac', 'heavy'],
  Challenge: ['challenge', 'smaniac', 'expert', 'oni'],
  Edit: ['edit'],
}
const byName = new Map(difficulty.options.flatMap((one) => names[one].map((name) => [name, one] as const)))

/** Maps a current or legacy name to its difficulty; null when unknown. */
function namedDifficulty(name: string): Difficulty | null {
  return byName.get(name.trim().toLowerCase()) ?? null
}

/** The difficulty as the game derives it: from the name, else the description, else the meter. */
export function difficultyOf(chart: {
  difficulty: string
  description: string
  meter: number | null
}): Difficulty {
  return namedDifficulty(chart.difficulty) ?? difficultyNamed(chart.description) ?? byMeter(chart.meter)
}

function difficultyNamed(description: string): Difficulty | null {
  return difficulty.options.find((name) => name.toLowerCase() === description.trim().toLowerCase()) ?? null
}

function byMeter(meter: number | null): Difficulty {
  if (meter === 1) return 'Beginner'
  if (meter === null || meter <= 3) return 'Easy'
  return meter <= 6 ? 'Medium' : 'Hard'
}
