import { countText } from './count-text.ts'

/** The pages that a pager shows: the first, the last, and two either side of the current; null is an ellipsis. */
export function pageWindow(page: number, totalPages: number): (number | null)[] {
  const shown = [1, totalPages]
  for (let n = page - 2; n <= page + 2; n++) if (n > 1 && n < totalPages) shown.push(n)
  const pages: (number | null)[] = []
  let last = 0
  for (const n of [...new Set(shown)].sort((a, b) => a - b)) {
    if (n - last > 1) pages.push(null)
    pages.push(n)
    last = n
  }
  return pages
}

/** The rows of a page: "26–50 of 214". */
export function rowRange(page: number, perPage: number, total: number): string {
  const first = Math.min((page - 1) * perPage + 1, total)
  return `${countText(first)}–${countText(Math.min(page * perPage, total))} of ${countText(total)}`
}

/** Parses a page number; invalid values give 1. */
export function pageFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
