/**
 * A column of a table, with what a row of it is to hold, as Postgres reads it. Both writers of a fold, the one of a
 * batch and the one of a build, make their rows of the same columns.
 */
export interface WrittenColumn<Row> {
  /** Quoted where SQL wants it. */
  readonly name: string
  readonly type: string
  readonly value: (row: Row) => string | number | boolean | null
}

/**
 * What a column holds in these rows, as the text of one Postgres array: far cheaper than letting the driver make it.
 */
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

/** Lists can't go through `unnest` in any other form than as texts, which `castOf` reads. */
export function parameterOf<Row>({ type }: WrittenColumn<Row>, number: number): string {
  return `$${number}::${type.endsWith('[]') ? 'text' : type}[]`
}

export function castOf<Row>({ name, type }: WrittenColumn<Row>): string {
  return type.endsWith('[]') ? `${name}::${type}` : name
}

export function namesOf<Row>(columns: readonly WrittenColumn<Row>[]): string {
  return columns.map(({ name }) => name).join(', ')
}
