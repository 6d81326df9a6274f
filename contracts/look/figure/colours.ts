const judgments: Readonly<Record<string, string>> = {
  'Fantastic (10ms)': 'c-j10',
  'Fantastic (15ms)': 'c-j15',
  'Fantastic (23ms)': 'c-j23',
  Excellent: 'c-jex',
  Great: 'c-jgr',
  Decent: 'c-jde',
  'Way Off': 'c-jwo',
  Miss: 'c-jmi',
}

const boards: Readonly<Record<string, string>> = { HardEX: 'c-hex', EX: 'c-ex', ITG: 'c-itg' }

/** Returns the CSS class of a line's colour; judgments and boards have the same colour everywhere. */
export function colourOf(name: string, nth: number): string {
  return judgments[name] ?? boards[name] ?? `c-${(nth % 8) + 1}`
}
