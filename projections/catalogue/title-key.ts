import { cutText } from '@stepledger/contracts/play/shown-title.ts'

/** Accents of Latin, Greek and Cyrillic letters. Marks that make another letter, as the dakuten of kana, are none. */
const accents = /[\u0300-\u036f]/g
const katakana = /[\u30a1-\u30f6]/g

/**
 * The key that titles are ordered by, in bytes: letters without case and width, leading articles and signs kept. Made
 * here and not by the database, whose collations differ from one installation to the next. At most 200 characters.
 */
export function titleKey(title: string): string {
  return cutText(title.normalize('NFKC').toLowerCase().trim(), 200)
}

/** A text as searches compare it: without case, width and accents, katakana as hiragana. At most 200 characters. */
export function searchKey(text: string): string {
  const plain = text.normalize('NFKD').replace(accents, '').normalize('NFKC').toLowerCase()
  const key = plain.replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)).trim()
  return cutText(key, 200)
}

/**
 * What a search looks in: each of these texts, in a line of its own. At most 500 characters, so that an entry of an
 * index holds it.
 */
export function searchText(...texts: readonly string[]): string {
  return cutText([...new Set(texts.map(searchKey))].filter((text) => text !== '').join('\n'))
}

/** The pattern of LIKE for texts that hold what is searched, as it stands: `%` and `_` too. */
export function searchPattern(search: string): string {
  return `%${searchKey(search).replace(/[\\%_]/g, '\\$&')}%`
}
