import { bpmText } from './bpm-text.ts'
import { namedDifficulty } from './difficulty.ts'

/**
 * A chart as the theme of the game finds it in the bytes of a file. It reads them in its own way: see the functions
 * below.
 */
export interface HashSource {
  /** In lower case. */
  readonly stepsType: string
  /** As compared with that of a chart. */
  readonly difficulty: string
  readonly description: string
  /** The notes as they stand in the file, one character a byte. */
  readonly notes: string
  /** As the file has them; null when they are missing or no numbers where the file has its first. */
  readonly bpms: string | null
}

/**
 * The charts of an .ssc: from each `#NOTEDATA` to the next `#NOTES:` or `#NOTES2:` and on to the first semicolon, one
 * in a comment included. `text` is one character a byte.
 */
export function sscHashSources(text: string): HashSource[] {
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
 * The charts of an .sm: each `#NOTES` up to the first semicolon, split at colons; empty pieces are dropped, so that an
 * empty field shifts those behind it. `text` is one character a byte.
 */
export function smHashSources(text: string): HashSource[] {
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

/** Where the notes begin behind `from`; null when there are none. */
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
