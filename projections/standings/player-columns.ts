type Numbers = Int16Array | Int32Array | Uint8Array

/**
 * A number for each player of an event. `values` is another array once there are more players: take it when it is
 * needed.
 */
export interface PlayerColumn<T extends Numbers> {
  values: T
}

/**
 * Numbers the players of an event from 0 on, in the order in which they are met, and keeps columns long enough for all
 * of them.
 */
export interface PlayerColumns {
  /** By their numbers. */
  readonly ids: readonly string[]
  /** The number of a player; one who is new may enlarge all columns. */
  indexOf(player: string): number
  /** A new column. `make`: its array of this length; `empty`: what it holds of a player of whom nothing was written. */
  column<T extends Numbers>(make: (length: number) => T, empty: number): PlayerColumn<T>
}

const firstLength = 256

export function playerColumns(): PlayerColumns {
  const indexes = new Map<string, number>()
  const ids: string[] = []
  const enlargements: (() => void)[] = []
  let length = firstLength
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
