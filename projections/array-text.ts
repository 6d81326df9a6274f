/**
 * Formats a Postgres array literal, `{1,2}`: the only form in which a list of lists passes through `unnest`. For
 * numbers and words that need no escaping.
 */
export function arrayText(values: readonly (number | string)[]): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (i > 0) text += ','
    text += typeof value === 'string' ? `"${value}"` : value
  }
  return `${text}}`
}
