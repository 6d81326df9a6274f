export type RowKey = number | string

/** What a live list shows, and what it holds back. */
export interface Shown<Row> {
  /** Which list it is: another one starts afresh, without any arrival. */
  readonly list: string
  /** The rows as they came last; those on show may be older while the list is held. */
  readonly latest: readonly Row[]
  readonly rows: readonly Row[]
  readonly known: ReadonlySet<RowKey>
  /** The rows that came last; they carry the diamond until the next come. */
  readonly fresh: ReadonlySet<RowKey>
  /** How many new rows are held back. */
  readonly waiting: number
}

interface Update<Row> {
  readonly list: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => RowKey
  /** Somebody has the pointer on the list or has scrolled past its top: nothing may move under them. */
  readonly held: boolean
}

/** A list that has just been opened: all rows are known, none is new. */
export function open<Row>({ list, rows, keyOf }: Update<Row>): Shown<Row> {
  return { list, latest: rows, rows, known: new Set(rows.map(keyOf)), fresh: new Set(), waiting: 0 }
}

/**
 * The next state of a live list: rows that nobody has seen land, or wait while the list is held. Nothing new: the same
 * object.
 */
export function settle<Row>(shown: Shown<Row>, update: Update<Row>): Shown<Row> {
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
