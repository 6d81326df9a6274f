import { simfileLimits } from './limits.ts'

/**
 * A text of a simfile as it may be stored and shown: trimmed, cut, on one line, without NUL and halves of characters.
 */
export function shownText(text: string): string {
  const start = text.trimStart().slice(0, simfileLimits.textLength)
  return start
    .replaceAll(/[^ -~\u{a0}-\u{10ffff}]+/gu, ' ')
    .toWellFormed()
    .trim()
}
