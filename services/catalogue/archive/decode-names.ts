import { sum } from '@stepledger/contracts/sum.ts'
import { type ExtraField, getFileNameLowLevel } from 'yauzl'

interface RawName {
  readonly bytes: Buffer
  readonly flags: number
  readonly extraFields: ExtraField[]
}

const utf8Flag = 0x800
const infoZipUnicodePath = 0x7075

/**
 * Decodes the names of a zip. Names with the flag or the Info-ZIP field are UTF-8. The encoding of the others is guessed
 * for all of them together: UTF-8 (macOS), Shift-JIS (Japanese Windows) or CP437 (the standard).
 */
export function decodeNames(names: readonly RawName[]): string[] {
  const labels = names.map(labelled)
  const guess = guessEncoding(names.filter((_, at) => labels[at] === undefined).map(({ bytes }) => bytes))
  return names.map(
    ({ bytes }, at) => labels[at] ?? decode(bytes, guess) ?? decode(bytes, 'utf-8') ?? cp437(bytes),
  )
}

type Encoding = 'utf-8' | 'shift_jis' | 'cp437'

function guessEncoding(names: readonly Buffer[]): Encoding {
  if (names.every((name) => decode(name, 'utf-8') !== undefined)) return 'utf-8'
  const japanese = names.every((name) => decode(name, 'shift_jis') !== undefined)
  return japanese && sum(names.map(looksJapanese)) > 0 ? 'shift_jis' : 'cp437'
}

/**
 * Scores a name for Shift-JIS. An accented letter in CP437 and the next letter may form a valid Japanese character, but
 * such characters appear alone among letters, while real Japanese ones appear in runs.
 */
function looksJapanese(name: Buffer): number {
  let score = 0
  for (let at = 0; at < name.length; ) {
    let run = 0
    let highTrails = 0
    const start = at
    while (isLead(name[at])) {
      run += 1
      if ((name[at + 1] ?? 0) >= 0x80) highTrails += 1
      at += 2
    }
    if (run > 1) score += run
    else if (run === 1)
      score += highTrails === 1 && !isLetter(name[start - 1]) && !isLetter(name[at]) ? 1 : -1
    if (run === 0) at += 1
  }
  // Half-width katakana are single bytes, like the accents of CP437, so only runs of them count.
  return score + (/[\uff66-\uff9f]{3}/.test(decode(name, 'shift_jis') ?? '') ? 2 : 0)
}

function isLead(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc))
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte))
}

/** The name of an entry with a declared encoding; undefined when none is declared or it is invalid. */
function labelled({ bytes, flags, extraFields }: RawName): string | undefined {
  const field = extraFields.filter(({ id }) => id === infoZipUnicodePath)
  const named = field.length > 0 ? getFileNameLowLevel(0, bytes, field, true) : undefined
  // yauzl falls back to CP437 when the field belongs to another name.
  if (named !== undefined && named !== cp437(bytes)) return named
  return flags & utf8Flag ? decode(bytes, 'utf-8') : undefined
}

function decode(bytes: Buffer, encoding: Encoding): string | undefined {
  if (encoding === 'cp437') return cp437(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function cp437(bytes: Buffer): string {
  return getFileNameLowLevel(0, bytes, [], true)
}
