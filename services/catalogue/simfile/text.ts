import { SimfileError, simfileLimits } from './simfile-error.ts'

/**
 * Decodes a file, without its byte order mark.
 *
 * The encoding is that of the byte order mark; without one UTF-8 if the bytes are valid; Shift-JIS if they are valid and
 * contain a two-byte kana, two adjacent kanji, or a byte undefined in Windows-1252; otherwise Windows-1252. An accented
 * letter before a plain one ("Pokémon") is also valid Shift-JIS, but gives a single kanji.
 *
 * @throws SimfileError when the file is too large.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > simfileLimits.bytes) {
    throw new SimfileError('file', `has more than ${simfileLimits.bytes / 1024 / 1024} MiB`)
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const utf8 = strictly(bytes, 'utf-8')
  if (utf8 !== null) return utf8
  const shiftJis = strictly(bytes, 'shift_jis')
  if (shiftJis !== null && looksJapanese(shiftJis, bytes)) return shiftJis
  return windows1252(bytes)
}

/** Characters of 0x80 to 0x9f; the five undefined ones map to themselves. */
const upperControls = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Node's TextDecoder treats windows-1252 as Latin-1 in the supported releases. */
function windows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return latin1.replaceAll(/[\x80-\x9f]/g, (char) => upperControls.charAt(char.charCodeAt(0) - 0x80))
}

function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const kana = /[\u3041-\u3096\u30a1-\u30fa\u30fc]/
const kanjiPair = /[\u4e00-\u9fff]{2}/
/** Characters of the last rows of Shift-JIS, which real text does not contain: the bytes of "größer" map to them. */
const privateUse = /[\ue000-\uf8ff]/
const undefinedInWindows1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function looksJapanese(text: string, bytes: Uint8Array): boolean {
  if (privateUse.test(text)) return false
  return kana.test(text) || kanjiPair.test(text) || bytes.some((byte) => undefinedInWindows1252.has(byte))
}
