/**
 * A Postgres array as text, `{1,2}`: a list of lists can't go through `unnest` in any other form. For numbers and plain
 * words.
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
