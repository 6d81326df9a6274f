import { formulaStart } from '@stepledger/contracts/analysis/series.ts'

const formula = new RegExp(`^${formulaStart}`)

/** A line of CSV. A text that a spreadsheet would take for a formula gets an apostrophe, as in the published data. */
export function csvLine(fields: readonly (string | number)[]): string {
  const shown = fields.map((field) => {
    if (typeof field === 'number') return String(field)
    return `"${(formula.test(field) ? `'${field}` : field).replaceAll('"', '""')}"`
  })
  return `${shown.join(',')}\r\n`
}
