/**
 * The normalised form under which aliases and mail addresses are unique: ignores case, Unicode compatibility forms and
 * zero-width joiners.
 */
export function uniqueKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFKC')
}
