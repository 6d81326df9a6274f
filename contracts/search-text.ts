import { cutText } from './play/shown-title.ts'

/** Combining accents of Latin, Greek and Cyrillic. Those that form another letter, such as the dakuten, are not included. */
const accents = /[\u0300-\u036f]/g
const invisible = /\p{Default_Ignorable_Code_Point}/gu
const katakana = /[\u30a1-\u30f6]/g

/** By their folded form: letters that Unicode does not decompose, and marks of a kind. */
const spellings: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  oe: 'œ',
  o: 'ø',
  l: 'ł',
  i: 'ı',
  d: 'đð',
  th: 'þ',
  h: 'ħ',
  t: 'ŧ',
  σ: 'ς',
  x: '×',
  "'": '`′‘’‚‛ʹʻʼʽ',
  '"': '“”„‟«»〝〞〟',
  '~': '∼〜〰',
  '-': '‐‑‒–—―⸺⸻−',
  '★': '*☆⋆✦✧✩✪✫✬✭✮✯✰⭐🌟',
  '♥': '♡❤',
  '♪': '♩♫♬🎵🎶',
}
const spelled = new Map(
  Object.entries(spellings).flatMap(([form, others]) => [...others].map((letter) => [letter, form] as const)),
)
const maybeSpelled = /[^\0-\x7f]|[*`]/gu

/** Marks that a search may leave out. */
const anyMark = /['"~\-.★♥♪]/g
/** Not between single letters, as in L.L.L. and T-T, which would find nearly everything. */
const betweenWords = /(?<=[\p{L}\p{M}\p{N}]{2})[~\-.★♥♪]+(?=[\p{L}\p{N}][\p{L}\p{M}\p{N}])/gu

/** Maximum characters of a text that is searched, and of several together, so that they fit an index entry. */
const maxText = 200
const maxTexts = 500

/**
 * The form in which searches compare texts: without case, width, accents and invisible characters, katakana as hiragana,
 * with one sign for each kind of mark.
 */
function fold(text: string): string {
  return (
    text
      .normalize('NFD')
      // NFKC makes a space with an accent of the first.
      .replace(/´| \u0301/g, "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(accents, '')
      .replace(invisible, '')
      .replace(maybeSpelled, (letter) => spelled.get(letter) ?? letter)
      .normalize('NFKC')
      .replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
  )
}

function withoutMarks(folded: string): string {
  return folded.replace(anyMark, '').normalize('NFC').replace(/\s+/g, ' ').trim()
}

function marksOf(folded: string): string[] {
  return [...new Set(folded.match(anyMark))]
}

/** The searchable form of texts: each distinct one on its own line, then their marks. */
export function searchText(...texts: readonly string[]): string {
  const folded = texts.filter((text) => text !== '').map(fold)
  const keys = folded.map((text) => cutText(withoutMarks(text), maxText))
  const lines = [...new Set(keys), marksOf(folded.join('')).join('')]
  return cutText(lines.filter((line) => line !== '').join('\n'), maxTexts)
}

/** Words of a search beyond these are ignored, shortest first: each is looked for in all texts. */
const maxWords = 8

/**
 * The words of a search, longest first: a `searchText` must contain all of them. Marks count only in a search of nothing
 * else.
 */
export function searchWords(search: string): string[] {
  const folded = cutText(fold(search), maxText)
  const text = withoutMarks(folded.replace(betweenWords, ' '))
  const words = text === '' ? marksOf(folded) : [...new Set(text.split(' '))]
  return words
    .sort((a, b) => b.length - a.length)
    .filter((word, nth) => !words.slice(0, nth).some((longer) => longer.includes(word)))
    .slice(0, maxWords)
}
