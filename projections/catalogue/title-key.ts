/** Accents of Latin, Greek and Cyrillic letters. Marks that make another letter, as the dakuten of kana, are none. */
const accents = /[\u0300-\u036f]/g
const katakana = /[\u30a1-\u30f6]/g

/**
 * The key that titles are ordered by, in bytes: letters without case and width, leading articles and signs kept. Made here and not by
 * the database, whose collations differ from one installation to the next. At most 200 characters.
 */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().trim().slice(0, 200)
}

/** A text as searches compare it: without case, width and accents, katakana as hiragana. At most 200 characters. */
export function searchKey(text: string): string {
  const plain = text.normalize('NFKD').replace(accents, '').normalize('NFKC').toLowerCase()
  return plain
    .replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .trim()
    .slice(0, 200)
}

/** What a search looks in: each of these texts, in a line of its own. */
export function searchText(...texts: readonly string[]): string {
  return [...new Set(texts.map(searchKey))].filter((text) => text !== '').join('\n')
}
