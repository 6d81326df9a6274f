/** Characters of a title that are shown. */
const shown = 500

/**
 * A title as it is shown: some games send quotes and backslashes escaped once too often. Kept as sent; for the eye
 * unescaped once, and cut at 500 characters.
 */
export function shownTitle(text: string): string {
  if (text.length <= shown && !text.includes('\\')) return text
  // An escaped sign takes two characters, so that twice as many always hold those to be shown.
  const unescaped = text.slice(0, 2 * shown).replace(/\\(["\\])/g, '$1')
  return cutText(unescaped)
}

/** The first characters, 500 by default; a character of two units is not cut in two. */
export function cutText(text: string, most = shown): string {
  if (text.length <= most) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most
  return text.slice(0, end)
}
