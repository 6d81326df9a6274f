/**
 * Parsing costs of a JSON text beyond its length: every list, object and key is allocated, every level tracked.
 */
export interface JsonShape {
  /** Nesting depth. */
  readonly depth: number
  /** Lists and objects. */
  readonly lists: number
  /** Keys of all objects in total. */
  readonly keys: number
  /**
   * Keys of objects with a new combination or order of keys. They take twenty times as long as keys of objects with a
   * known shape, such as the points of a curve.
   */
  readonly newKeys: number
}

const other = 0
const quote = 1
const opening = 2
const closing = 3
const colon = 4
const kinds = new Uint8Array(256).fill(other)
for (const [signs, kind] of [
  ['"', quote],
  ['[{', opening],
  [']}', closing],
  [':', colon],
] as const)
  for (const sign of signs) kinds[sign.charCodeAt(0)] = kind

const quoteByte = 0x22
const backslash = 0x5c

/**
 * Computes the shape of a JSON text without parsing it. Stops counting once a count exceeds `most`. In UTF-8,
 * bytes of multi-byte characters never equal these ASCII characters. For malformed JSON the counts are at least those
 * that a parser reaches before it fails.
 */
export function jsonShape(bytes: Uint8Array, most: JsonShape): JsonShape {
  const { length } = bytes
  const shape = { depth: 0, lists: 0, keys: 0, newKeys: 0 }
  const known = new Set<number>()
  /** For the open list or object at each level: the number of keys so far, and a hash of them. */
  const counts = [0]
  const hashes = [0]
  let level = 0
  let textStart = 0
  let textEnd = 0
  for (let i = 0; i < length; i++) {
    switch (kinds[bytes[i] ?? 0]) {
      case quote:
        textStart = i + 1
        textEnd = endOfText(bytes, textStart)
        i = textEnd
        break
      case opening:
        counts[++level] = 0
        hashes[level] = 0
        shape.lists++
        if (level > shape.depth) shape.depth = level
        if (level > most.depth || shape.lists > most.lists) return shape
        break
      case closing: {
        const keys = counts[level] ?? 0
        const hash = hashes[level] ?? 0
        if (keys > 0 && !known.has(hash)) {
          known.add(hash)
          shape.newKeys += keys
          if (shape.newKeys > most.newKeys) return shape
        }
        if (level > 0) level--
        break
      }
      case colon:
        counts[level] = (counts[level] ?? 0) + 1
        hashes[level] = hashOf(bytes, textStart, textEnd, hashes[level] ?? 0)
        if (++shape.keys > most.keys) return shape
    }
  }
  return shape
}

/** Returns the index of the closing quote of the string that begins at `i`. */
function endOfText(bytes: Uint8Array, i: number): number {
  const { length } = bytes
  let at = i
  while (at < length && bytes[at] !== quoteByte) at += bytes[at] === backslash ? 2 : 1
  return at
}

/** FNV-1a, with a terminator after the last byte. */
function hashOf(bytes: Uint8Array, start: number, end: number, before: number): number {
  let hash = before ^ 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
  return Math.imul(hash ^ 0xff, 0x01000193)
}

/**
 * Whether a JSON text has more than `most` lists, objects and keys in total, including brackets and colons within
 * strings. Six times as fast as jsonShape.
 */
export function hasMoreThan(bytes: Buffer, most: number): boolean {
  let found = 0
  for (const sign of [0x5b, 0x7b, 0x3a]) {
    for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) {
      if (++found > most) return true
    }
  }
  return false
}
