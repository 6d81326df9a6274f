/**
 * A column of a table and its value for a row, in a form that Postgres parses. The live fold and the bulk build write
 * the same columns.
 */
export interface WrittenColumn<Row> {
  /** Quoted where SQL requires it. */
  readonly name: string
  readonly type: string
  readonly value: (row: Row) => string | number | boolean | null
}

/** Formats the values of a column as one Postgres array literal: far cheaper than the driver's own formatting. */
export function arrayOfColumn<Row>({ value }: WrittenColumn<Row>, rows: readonly Row[]): string {
  let text = '{'
  for (const [i, row] of rows.entries()) {
    const item = value(row)
    if (i > 0) text += ','
    text += typeof item === 'string' ? quoted(item) : item === null ? 'NULL' : item
  }
  return `${text}}`
}

function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
}

/** Lists pass through `unnest` only as text, which `castOf` casts back. */
export function parameterOf<Row>({ type }: WrittenColumn<Row>, number: number): string {
  return `$${number}::${type.endsWith('[]') ? 'text' : type}[]`
}

export function castOf<Row>({ name, type }: WrittenColumn<Row>): string {
  return type.endsWith('[]') ? `${name}::${type}` : name
}

export function namesOf<Row>(columns: readonly WrittenColumn<Row>[]): string {
  return columns.map(({ name }) => name).join(', ')
}

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
