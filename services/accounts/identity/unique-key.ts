/**
 * What makes an alias or a mail address unique: the same for texts that differ only in case or in how Unicode writes
 * them, and in joiners that nobody sees.
 */
export function uniqueKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFKC')
}
