import { simfileLimits } from './limits.ts'

/** Sanitises a text for storage and display: trimmed, truncated, on one line, without NUL and lone surrogates. */
export function sanitiseText(text: string): string {
  const start = text.trimStart().slice(0, simfileLimits.textLength)
  return start
    .replaceAll(/[^ -~\u{a0}-\u{10ffff}]+/gu, ' ')
    .toWellFormed()
    .trim()
}
