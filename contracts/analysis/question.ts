/** A value in a query result, converted for display. */
export type Cell = number | string | boolean | null

/** The result of a query. Cells are in the order of `columns`. */
export interface Answer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** `bars`: grouped bars. `stack`: stacked bars. `rows`: horizontal bars with labels. `dots`: scatter plot. */
type FigureKind = 'lines' | 'bars' | 'stack' | 'rows' | 'dots'

/**
 * How a result is drawn. `x`: column of the positions, or of the labels for `rows`. `y`: numeric columns; only one of
 * them together with `series`, the column whose values separate the lines or the parts of a bar.
 */
export interface Figure {
  readonly kind: FigureKind
  readonly x: { readonly column: string; readonly label: string }
  readonly y: { readonly columns: readonly string[]; readonly label: string }
  readonly series?: string
}

/** A prepared query of the published tables, in DuckDB's SQL. `reading`: how to interpret the result, with caveats. */
export interface Question {
  /** Used in addresses and file names. */
  readonly name: string
  readonly title: string
  readonly reading: string
  readonly sql: string
  readonly figure: Figure
}
