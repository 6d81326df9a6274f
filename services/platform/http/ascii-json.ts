import { isAscii } from 'node:buffer'

/** Below this many bytes it is not worth looking for the plain parts. */
const small = 128

/**
 * A JSON text of UTF-8 bytes in ASCII alone, everything else written as \uXXXX: the same values when parsed. Plays are long lists of numbers
 * with a few titles; one letter of another script among them would make V8 read and parse the whole text in two bytes a character, which
 * takes twice as long. (Outside of strings JSON has no such letters, so what is malformed stays malformed.)
 */
export function asciiJson(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  const cut = bytes.length > small ? firstAsciiFrom(bytes, bytes.length >> 1) : bytes.length
  if (cut === bytes.length) return bytes.toString().replace(/[^\0-\x7f]/g, escaped)
  return asciiJson(bytes.subarray(0, cut)) + asciiJson(bytes.subarray(cut))
}

/** A cut before an ASCII byte never goes through a character. */
function firstAsciiFrom(bytes: Buffer, start: number): number {
  for (let i = start; i < bytes.length; i++) if ((bytes[i] ?? 0) < 0x80) return i
  return bytes.length
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
