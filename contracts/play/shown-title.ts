/** A title as it is shown: some games send quotes and backslashes escaped once too often. Kept as sent, unescaped once for the eye. */
export function shownTitle(text: string): string {
  return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text
}
