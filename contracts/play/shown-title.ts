/** Maximum characters of a displayed title. */
const shown = 500
/** Maximum characters of a title that are processed. */
const maxRead = 10 * shown

/**
 * Bidirectional controls and zero-width characters, which reorder or hide adjacent text. Variation selectors are kept,
 * because they select the form of an emoji or a character.
 */
const invisible = /(?!\p{Variation_Selector})[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Returns the display form of a title: unescaped once, because some games escape quotes and backslashes once too often;
 * without bidirectional controls and zero-width characters; cut at 500 characters. Titles are stored as sent.
 */
export function shownTitle(sent: string): string {
  const text = visibleText(sent)
  if (text.length <= shown && !text.includes('\\')) return text
  // An escaped character takes two, so twice the limit is always enough.
  const unescaped = text.slice(0, 2 * shown).replace(/\\(["\\])/g, '$1')
  return cutText(unescaped)
}

/** Returns the first 5,000 characters of a text, without bidirectional controls and zero-width characters. */
export function visibleText(text: string): string {
  return text.slice(0, maxRead).replace(invisible, '')
}

/** Returns the first characters, 500 by default, without splitting a surrogate pair. */
export function cutText(text: string, limit = shown): string {
  if (text.length <= limit) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return text.slice(0, end)
}
