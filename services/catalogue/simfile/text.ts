import { simfileLimits } from './limits.ts'
import { SimfileError } from './simfile-error.ts'

export type SimfileEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'windows-1252'

export interface DecodedText {
  readonly text: string
  readonly encoding: SimfileEncoding
}

/**
 * The text of a file, without its byte order mark.
 *
 * A mark decides; without one, whatever is valid UTF-8 is UTF-8. Of the rest Shift-JIS is what is valid in it and shows
 * one of three signs: a kana of two bytes, two kanji side by side, or a byte that Windows-1252 leaves undefined. An
 * accented letter before a plain one ("Pokémon") is valid Shift-JIS too, but makes a lone kanji. Everything else is
 * Windows-1252, in which all bytes are letters.
 *
 * @throws SimfileError when the file is too large.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length > simfileLimits.bytes) {
    throw new SimfileError('file', `has more than ${simfileLimits.bytes / 1024 / 1024} MiB`)
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be')
  const utf8 = strictly(bytes, 'utf-8')
  if (utf8 !== null) return { text: utf8, encoding: 'utf-8' }
  const shiftJis = strictly(bytes, 'shift_jis')
  if (shiftJis !== null && looksJapanese(shiftJis, bytes)) return { text: shiftJis, encoding: 'shift_jis' }
  return { text: windows1252(bytes), encoding: 'windows-1252' }
}

function decoded(bytes: Uint8Array, encoding: SimfileEncoding): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

/** Characters of 0x80 to 0x9f; the five undefined ones map to themselves. */
const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Done by hand, as windows-1252 of the supported Node releases is Latin-1. */
function windows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return latin1.replaceAll(/[\x80-\x9f]/g, (char) => upperControls.charAt(char.charCodeAt(0) - 0x80))
}

function strictly(bytes: Uint8Array, encoding: SimfileEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const kana = /[\u3041-\u3096\u30a1-\u30fa\u30fc]/
const kanjiPair = /[\u4e00-\u9fff]{2}/
/** What the last rows of Shift-JIS become, which real text does not use: "größer" falls there. */
const privateUse = /[\ue000-\uf8ff]/
const undefinedInWindows1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function looksJapanese(text: string, bytes: Uint8Array): boolean {
  if (privateUse.test(text)) return false
  return kana.test(text) || kanjiPair.test(text) || bytes.some((byte) => undefinedInWindows1252.has(byte))
}
