/** A Postgres array as text, `{1,2}`: a list of lists can't go through `unnest` in any other form. For numbers and plain words. */
export function arrayText(values: readonly (number | string)[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? `"${value}"` : value)).join(',')}}`
}
