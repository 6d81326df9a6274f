import { cutText } from '@stepledger/contracts/play/shown-title.ts'

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

/** Returns the LIKE pattern for texts that contain the search, with `%` and `_` escaped. */
export function searchPattern(search: string): string {
  return `%${searchKey(search).replace(/[\\%_]/g, '\\$&')}%`
}
