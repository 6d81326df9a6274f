/** A value of an answer, as far as pages and pictures show it. */
export type Cell = number | string | boolean | null

/** What a query answered: rows hold their cells in the order of `columns`. */
export interface Answer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** `bars` stand side by side, `stack` on one another, `rows` lie below one another, each with its name before it. */
export type FigureKind = 'lines' | 'bars' | 'stack' | 'rows' | 'dots'

/**
 * How an answer is drawn. `x`: the column of the places (of the names, for `rows`). `y`: columns of numbers; more than
 * one where there is no `series`, which is a column whose values each get a line, or a part of each bar.
 */
export interface Figure {
  readonly kind: FigureKind
  readonly x: { readonly column: string; readonly label: string }
  readonly y: { readonly columns: readonly string[]; readonly label: string }
  readonly series?: string
}

/** A question to the published tables, in DuckDB's SQL. `reading`: how to read the answer, and what it does not say. */
export interface Question {
  /** In addresses and file names. */
  readonly name: string
  readonly title: string
  readonly reading: string
  readonly sql: string
  readonly figure: Figure
}
