import { createHash } from 'node:crypto'
import { bpmText } from './bpm-text.ts'
import { type HashSource, smHashSources, sscHashSources } from './hash-source.ts'
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
