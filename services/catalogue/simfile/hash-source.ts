import { bpmText } from './bpm-text.ts'
import { namedDifficulty } from './difficulty.ts'

/** A chart as the game's theme parses it from the bytes of a file, with its own quirks: see the functions below. */
export interface HashSource {
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
 * Charts of an .sm: each `#NOTES` up to the first semicolon, split at colons. Empty pieces are dropped, so that an empty
 * field shifts the following ones. `text`: one character a byte.
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
