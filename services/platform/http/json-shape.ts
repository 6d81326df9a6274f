/**
 * What JSON costs beside its length: parsing makes something of every list, every object and every key, and keeps book
 * of every level.
 */
export interface JsonShape {
  /** Levels of lists and objects in each other. */
  readonly depth: number
  /** Lists and objects. */
  readonly lists: number
  /** Keys of all objects together. */
  readonly keys: number
  /**
   * Keys of objects unlike any before: others than theirs, or in another order. They take twenty times as long as those
   * of the points of a curve.
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
 * The shape of a JSON text, without parsing it; counting ends where there is more of something than `most` allows. In
 * UTF-8 no byte of another character looks like one of these signs. Of what is no JSON it counts at least as much as a
 * parser meets before it gives up.
 */
export function jsonShape(bytes: Uint8Array, most: JsonShape): JsonShape {
  const { length } = bytes
  const shape = { depth: 0, lists: 0, keys: 0, newKeys: 0 }
  const known = new Set<number>()
  /** Of the list or object that is open at each level: how many keys so far, and one number for all of them. */
  const counts = [0]
  const names = [0]
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
        names[level] = 0
        shape.lists++
        if (level > shape.depth) shape.depth = level
        if (level > most.depth || shape.lists > most.lists) return shape
        break
      case closing: {
        const keys = counts[level] ?? 0
        const name = names[level] ?? 0
        if (keys > 0 && !known.has(name)) {
          known.add(name)
          shape.newKeys += keys
          if (shape.newKeys > most.newKeys) return shape
        }
        if (level > 0) level--
        break
      }
      case colon:
        counts[level] = (counts[level] ?? 0) + 1
        names[level] = hashOf(bytes, textStart, textEnd, names[level] ?? 0)
        if (++shape.keys > most.keys) return shape
    }
  }
  return shape
}

/** Where the text that begins at `i` has its closing quote. */
function endOfText(bytes: Uint8Array, i: number): number {
  const { length } = bytes
  let at = i
  while (at < length && bytes[at] !== quoteByte) at += bytes[at] === backslash ? 2 : 1
  return at
}

/** FNV-1a, with a mark after the last byte. */
function hashOf(bytes: Uint8Array, start: number, end: number, before: number): number {
  let hash = before ^ 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
  return Math.imul(hash ^ 0xff, 0x01000193)
}

/**
 * Whether a JSON text has more lists, objects and keys together, brackets and colons in texts among them: looked at six
 * times as fast as its shape.
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
