type Numbers = Int16Array | Int32Array | Uint8Array

/**
 * A number for each player of a competition. `values` is replaced when the column grows, so it must be read again after
 * `indexOf`.
 */
export interface PlayerColumn<T extends Numbers> {
  values: T
}

/** Numbers the players of a competition from 0 in order of first appearance, and grows columns to hold all of them. */
export interface PlayerColumns {
  /** Player ids by number. */
  readonly ids: readonly string[]
  /** Returns the number of a player; a new player may grow all columns. */
  indexOf(player: string): number
  /** Adds a column. `make` creates its array of a length; `empty` is the initial value. */
  column<T extends Numbers>(make: (length: number) => T, empty: number): PlayerColumn<T>
}

const initialLength = 256

export function playerColumns(): PlayerColumns {
  const indexes = new Map<string, number>()
  const ids: string[] = []
  const enlargements: (() => void)[] = []
  let length = initialLength
  return {
    ids,
    indexOf(player) {
      const known = indexes.get(player)
      if (known !== undefined) return known
      const index = ids.push(player) - 1
      indexes.set(player, index)
      if (index >= length) {
        length *= 2
        for (const enlarge of enlargements) enlarge()
      }
      return index
    },
    column(make, empty) {
      const column = { values: filled(make(length), empty) }
      enlargements.push(() => {
        const larger = filled(make(length), empty)
        larger.set(column.values)
        column.values = larger
      })
      return column
    },
  }
}

function filled<T extends Numbers>(array: T, value: number): T {
  array.fill(value)
  return array
}
