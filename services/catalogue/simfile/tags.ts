import { SimfileError, simfileLimits } from './simfile-error.ts'

interface Tag {
  /** In upper case, without `#`. */
  readonly name: string
  /** Values between the colons, without comments and escapes. At least one, which may be empty. */
  readonly values: readonly string[]
}

const hash = 35
const slash = 47
const colon = 58
const semicolon = 59
const backslash = 92

/**
 * Yields the tags of a simfile in order, as leniently as the game: `#NAME:value:value;`, comments from `//` to the end of
 * the line, backslash escapes. A tag without a semicolon ends at a `#` that begins a line. Names are case-insensitive;
 * those outside `tagNames` are skipped. One pass over the text.
 *
 * @throws SimfileError when there are too many.
 */
export function* readTags(text: string, tagNames: ReadonlySet<string>): Generator<Tag> {
  let at = startOfTag(text, 0)
  for (let count = 1; at < text.length; count += 1) {
    if (count > simfileLimits.tags) throw new SimfileError('file', `has more than ${simfileLimits.tags} tags`)
    const { tag, end } = readTag(text, at + 1, tagNames)
    if (tag !== null) yield tag
    at = startOfTag(text, end)
  }
}

/** Skips comments and escaped characters outside of tags. */
function startOfTag(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === hash) return at
    if (code === slash && text.charCodeAt(at + 1) === slash) at = endOfLine(text, at)
    else at += code === backslash ? 2 : 1
  }
  return text.length
}

function readTag(
  text: string,
  from: number,
  tagNames: ReadonlySet<string>,
): { tag: Tag | null; end: number } {
  let name: string | null = null
  let isWanted = false
  const values: string[] = []
  let pieces: string[] = []
  /** Start of the text that is not yet in `pieces`. */
  let pending = from
  /** True when only blanks follow the last line break. */
  let atLineStart = false
  let at = from
  const take = (next: number) => {
    if ((name === null || isWanted) && at > pending) pieces.push(text.slice(pending, at))
    pending = next
  }
  const endPart = (isWhole: boolean) => {
    const part = isWhole ? pieces.join('') : pieces.join('').trimEnd()
    pieces = []
    if (name !== null) {
      if (isWanted && values.length < simfileLimits.values) values.push(part)
      return
    }
    name = part.trim().toUpperCase()
    isWanted = tagNames.has(name)
  }
  const ended = (end: number, isWhole: boolean) => {
    endPart(isWhole)
    const tag = name !== null && isWanted ? { name, values: values.length > 0 ? values : [''] } : null
    return { tag, end }
  }
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === slash && text.charCodeAt(at + 1) === slash) {
      const end = endOfLine(text, at)
      take(end)
      at = end
    } else if (code === backslash) {
      take(at + 1)
      at += 2
      atLineStart = false
    } else if (code === colon) {
      take(at + 1)
      endPart(true)
      at += 1
      atLineStart = false
    } else if (code === semicolon) {
      take(at)
      return ended(at + 1, true)
    } else if (code === hash && atLineStart) {
      break
    } else {
      if (code === 10 || code === 13) atLineStart = true
      else if (code !== 32 && code !== 9) atLineStart = false
      at += 1
    }
  }
  at = Math.min(at, text.length)
  take(at)
  return ended(at, false)
}

/** A line ends in LF, CR or both. */
function endOfLine(text: string, from: number): number {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return at
    at += 1
  }
  return at
}
