/** The boards of the site, strictest first; ties between scoring systems are broken in this order. */
export const boardNames = ['HardEX', 'EX', 'ITG'] as const
export type BoardName = (typeof boardNames)[number]

const spellings = new Map<string, BoardName>([
  ['hardex', 'HardEX'],
  ['hex', 'HardEX'],
  ['ex', 'EX'],
  ['itg', 'ITG'],
  ['money', 'ITG'],
])

/** Parses any spelling of a board (hard ex, h.ex, EX, itg, Money); null if unknown. */
export function boardFrom(text: string | null | undefined): BoardName | null {
  return spellings.get((text ?? '').toLowerCase().replace(/[\s.-]/g, '')) ?? null
}
