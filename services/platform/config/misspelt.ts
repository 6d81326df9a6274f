/** Variables of other programs whose names are similar to settings. */
const foreign: ReadonlySet<string> = new Set([
  'LOGLEVEL',
  'EMAIL_URL',
  'EMAIL_FROM',
  'DATABASE_URI',
  'REDIS_URI',
  'MAIL_URI',
  'STORAGE_URI',
  'PUBLIC_URI',
])

/** Beginnings of names that only settings have. */
const ownPrefixes = ['PLAY_BYTES_', 'MAX_SOCKETS', 'MAX_STREAMS', 'DATA_EXPORT', 'MIN_FREE_', 'EVENT_CLOSE_']

/** Shorter names are near too many others. */
const minLength = 7
/** From this length on, two letters may be wrong. */
const longName = 10

/**
 * Returns the setting that a variable means if its name is misspelt: one letter is wrong, missing, doubled or swapped
 * with the next one, in a long name two. Null for settings, and for other names.
 */
export function misspelt(name: string, settings: readonly string[]): string | null {
  if (settings.includes(name) || foreign.has(name) || name.length < minLength) return null
  const isOwn = ownPrefixes.some((prefix) => name.startsWith(prefix))
  // Most variables of a process are foreign, and their distances take 20 ms of a start.
  const [nearest] = settings
    .filter((known) => isOwn || Math.abs(known.length - name.length) <= 2)
    .map((known) => ({ known, steps: editDistance(name, known) }))
    .sort((a, b) => a.steps - b.steps)
  if (!nearest) return null
  const { known, steps } = nearest
  return isOwn || steps <= (known.length >= longName ? 2 : 1) ? known : null
}

/** Letters to insert, delete, replace or swap with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (last[j] ?? 0) + 1,
          (last[j - 1] ?? 0) + same,
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
