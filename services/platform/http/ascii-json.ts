import { isAscii } from 'node:buffer'

/** Below this many bytes it is not worth looking for the plain parts. */
const small = 128

/**
 * This many pieces, of this many bytes, are worth to be escaped: titles. A text with more of them is rather read in two
 * bytes a character.
 */
const mostPieces = 64
const longest = 1024

/**
 * A JSON text of UTF-8 bytes in ASCII alone, everything else written as \uXXXX: the same values when parsed. Plays are
 * long lists of numbers with a few titles; one letter of another script among them would make V8 read and parse the
 * whole text in two bytes a character, which takes twice as long. (Outside of strings JSON has no such letters, so what
 * is malformed stays malformed.) A text that is full of them comes back as it is: escaping every letter takes ten times
 * as long as it saves.
 */
export function asciiJson(bytes: Buffer): string {
  return inAscii(bytes, { left: mostPieces }) ?? bytes.toString()
}

/** Null when there are more pieces to be escaped than are left. */
function inAscii(bytes: Buffer, pieces: { left: number }): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1')
  const cut = bytes.length > small ? firstAsciiFrom(bytes, bytes.length >> 1) : bytes.length
  if (cut === bytes.length) {
    if (bytes.length > longest || pieces.left-- === 0) return null
    return bytes.toString().replace(/[^\0-\x7f]/g, escaped)
  }
  const before = inAscii(bytes.subarray(0, cut), pieces)
  const after = before === null ? null : inAscii(bytes.subarray(cut), pieces)
  return before === null || after === null ? null : before + after
}

/** A cut before an ASCII byte never goes through a character. */
function firstAsciiFrom(bytes: Buffer, start: number): number {
  for (let i = start; i < bytes.length; i++) if ((bytes[i] ?? 0) < 0x80) return i
  return bytes.length
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
