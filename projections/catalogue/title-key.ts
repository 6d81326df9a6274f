import { difficulty } from '@stepledger/contracts/difficulty.ts'
import { cutText } from '@stepledger/contracts/play/shown-title.ts'
import { stepsType } from '@stepledger/contracts/steps-type.ts'

/**
 * Returns the key that titles are ordered by, bytewise: letters without case and width; leading articles and
 * punctuation are kept. Computed here because database collations differ between installations. At most 200 characters.
 */
export function titleKey(title: string): string {
  return cutText(title.normalize('NFKC').toLowerCase().trim(), 200)
}

/** The parts of a chart that lists order it by. */
interface ChartToOrder {
  readonly title: string
  readonly artist: string
  readonly stepsType: string | null
  readonly difficulty: string | null
  readonly meter: number | null
}

/**
 * Returns the key that charts are ordered by: title and artist, then single before double, then difficulty and meter. At
 * most 200 characters. No text contains the separator, which precedes all letters.
 */
export function chartKey({ title, artist, stepsType: type, difficulty: level, meter }: ChartToOrder): string {
  const nthType = stepsTypes.indexOf(type ?? '')
  const nthDifficulty = difficulties.indexOf(level ?? '')
  const rank = [nthType, nthDifficulty].map((nth) => (nth === -1 ? '9' : String(nth))).join('')
  const song = [cutText(titleKey(title), 140), cutText(titleKey(artist), 40)]
  return [...song, `${rank}${String(meter ?? 9999).padStart(4, '0')}`].join('\n')
}
const stepsTypes: readonly string[] = stepsType.options
const difficulties: readonly string[] = difficulty.options

/** Escapes `%` and `_`. */
export function wordPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`
}
