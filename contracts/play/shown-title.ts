/** Characters of a title that are shown. */
const shown = 500
/** Characters of it that are looked at. */
const mostRead = 10 * shown

/**
 * Bidirectional controls and zero-width characters: they reorder or hide what stands around them. Variation selectors
 * stay, which choose the form of an emoji or a character.
 */
const invisible = /(?!\p{Variation_Selector})[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

/**
 * A title as it is shown: some games send quotes and backslashes escaped once too often. Kept as sent; shown unescaped
 * once, without bidirectional controls and zero-width characters, and cut at 500 characters.
 */
export function shownTitle(sent: string): string {
  const text = visibleText(sent)
  if (text.length <= shown && !text.includes('\\')) return text
  // An escaped sign takes two characters, so that twice as many always hold those to be shown.
  const unescaped = text.slice(0, 2 * shown).replace(/\\(["\\])/g, '$1')
  return cutText(unescaped)
}

/** The first 5,000 characters of a text, without bidirectional controls and zero-width characters. */
export function visibleText(text: string): string {
  return text.slice(0, mostRead).replace(invisible, '')
}

/** The first characters, 500 by default; a character of two units is not cut in two. */
export function cutText(text: string, most = shown): string {
  if (text.length <= most) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most
  return text.slice(0, end)
}
