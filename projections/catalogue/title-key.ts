import { difficulty } from '@stepledger/contracts/difficulty.ts'
import { cutText } from '@stepledger/contracts/play/shown-title.ts'
import { stepsType } from '@stepledger/contracts/steps-type.ts'

/**
 * Accents of Latin, Greek and Cyrillic letters. Marks that form another letter, such as the dakuten of kana, are not
 * included.
 */
const accents = /[\u0300-\u036f]/g
const katakana = /[\u30a1-\u30f6]/g

/**
 * Returns the key that titles are ordered by, bytewise: letters without case and width; leading articles and
 * punctuation are kept. Computed here because database collations differ between installations. At most 200 characters.
 */
export function titleKey(title: string): string {
  return cutText(title.normalize('NFKC').toLowerCase().trim(), 200)
}

/** The parts of a chart that lists order it by. */
interface ChartToOrder {
  readonly title: string
  readonly artist: string
  readonly stepsType: string | null
  readonly difficulty: string | null
  readonly meter: number | null
}

/**
 * Returns the key that charts are ordered by: title and artist, then single before double, then difficulty and meter. At
 * most 200 characters. No text contains the separator, which precedes all letters.
 */
export function chartKey({ title, artist, stepsType: type, difficulty: level, meter }: ChartToOrder): string {
  const nthType = stepsTypes.indexOf(type ?? '')
  const nthDifficulty = difficulties.indexOf(level ?? '')
  const rank = [nthType, nthDifficulty].map((nth) => (nth === -1 ? '9' : String(nth))).join('')
  const song = [cutText(titleKey(title), 140), cutText(titleKey(artist), 40)]
  return [...song, `${rank}${String(meter ?? 9999).padStart(4, '0')}`].join('\n')
}
const stepsTypes: readonly string[] = stepsType.options
const difficulties: readonly string[] = difficulty.options

/**
 * Returns the form in which searches compare texts: without case, width and accents, katakana as hiragana. At most 200
 * characters.
 */
export function searchKey(text: string): string {
  const plain = text.normalize('NFKD').replace(accents, '').normalize('NFKC').toLowerCase()
  const key = plain.replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)).trim()
  return cutText(key, 200)
}

/**
 * Returns the searchable text: each distinct text on its own line. At most 500 characters, so that it fits an index
 * entry.
 */
export function searchText(...texts: readonly string[]): string {
  return cutText([...new Set(texts.map(searchKey))].filter((text) => text !== '').join('\n'))
}

/** Words of a search beyond these are ignored, shortest first: each is looked for in all texts. */
const maxWords = 8

/** Returns the words of a search in the form of `searchKey`, longest first. A text must contain all of them. */
export function searchWords(search: string): string[] {
  const words = [...new Set(searchKey(search).split(/\s+/))].sort((a, b) => b.length - a.length)
  return words
    .filter((word, nth) => word !== '' && !words.slice(0, nth).some((longer) => longer.includes(word)))
    .slice(0, maxWords)
}

/** Returns the LIKE pattern for texts that contain the word, with `%` and `_` escaped. */
export function wordPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}
