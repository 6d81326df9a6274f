import { isAscii } from 'node:buffer'

/** Pieces up to this size are not searched for ASCII parts, bytes. */
const minSplitBytes = 128

/** Limits up to which escaping pays off: titles. Beyond them two bytes per character are cheaper. */
const maxPieces = 64
const maxPieceBytes = 1024

/**
 * Decodes a UTF-8 JSON text to ASCII, with other characters escaped as \uXXXX; the parsed values are equal. A play is
 * mostly numbers with a few titles: a single character beyond Latin-1 would make V8 store the whole text with two bytes
 * per character and take twice as long to parse. (Outside of strings JSON has no such characters, so malformed JSON
 * stays malformed.) A text with many of them is returned unescaped: escaping would take ten times as long as it saves.
 */
export function asciiJson(bytes: Buffer): string {
  return inAscii(bytes, { left: maxPieces }) ?? bytes.toString()
}

/** Returns null if more pieces need escaping than `pieces.left`. */
function inAscii(bytes: Buffer, pieces: { left: number }): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1')
  const cut = bytes.length > minSplitBytes ? firstAsciiFrom(bytes, bytes.length >> 1) : bytes.length
  if (cut === bytes.length) {
    if (bytes.length > maxPieceBytes || pieces.left-- === 0) return null
    // Through bytes, because the result of `replace` keeps two bytes per character, and would make the whole text do so.
    return Buffer.from(bytes.toString().replace(/[^\0-\x7f]/g, escaped), 'latin1').toString('latin1')
  }
  const before = inAscii(bytes.subarray(0, cut), pieces)
  const after = before === null ? null : inAscii(bytes.subarray(cut), pieces)
  return before === null || after === null ? null : before + after
}

/** A cut before an ASCII byte never splits a character. */
function firstAsciiFrom(bytes: Buffer, start: number): number {
  for (let i = start; i < bytes.length; i++) if ((bytes[i] ?? 0) < 0x80) return i
  return bytes.length
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
