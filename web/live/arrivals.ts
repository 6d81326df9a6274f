export type RowKey = number | string

/** The state of a live list: the rows on screen and those held back. */
interface ShownRows<Row> {
  /** The list's identity. A different list resets the state, without arrivals. */
  readonly list: string
  /** The most recent rows; `rows` may be older while updates are paused. */
  readonly latest: readonly Row[]
  readonly rows: readonly Row[]
  readonly known: ReadonlySet<RowKey>
  /** The rows of the last arrival, marked with a diamond until the next arrival. */
  readonly fresh: ReadonlySet<RowKey>
  readonly waiting: number
}

interface Update<Row> {
  readonly list: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => RowKey
  /** The pointer is over the list or its top is scrolled out of view, so rows must not move. */
  readonly held: boolean
}

/** The initial state: all rows are known, none is new. */
export function open<Row>({ list, rows, keyOf }: Update<Row>): ShownRows<Row> {
  return { list, latest: rows, rows, known: new Set(rows.map(keyOf)), fresh: new Set(), waiting: 0 }
}

/** The next state of a live list: new rows are shown, or held back while `held`. Returns the same object if unchanged. */
export function settle<Row>(shown: ShownRows<Row>, update: Update<Row>): ShownRows<Row> {
  const { list, rows, keyOf, held } = update
  if (list !== shown.list) return open(update)
  const unseen = rows.filter((row) => !shown.known.has(keyOf(row)))
  if (unseen.length === 0) {
    if (rows === shown.rows && shown.waiting === 0) return shown
    return { ...shown, latest: rows, rows, waiting: 0 }
  }
  if (held) {
    if (rows === shown.latest && shown.waiting === unseen.length) return shown
    return { ...shown, latest: rows, waiting: unseen.length }
  }
  const arrived = unseen.map(keyOf)
  return {
    list,
    latest: rows,
    rows,
    known: new Set([...shown.known, ...arrived]),
    fresh: new Set(arrived),
    waiting: 0,
  }
}
