/** As `unnest` takes them as parameters. */
export function valuesOf<Row>(rows: readonly Row[], ...names: (keyof Row)[]): Row[keyof Row][][] {
  return names.map((name) => rows.map((row) => row[name]))
}
