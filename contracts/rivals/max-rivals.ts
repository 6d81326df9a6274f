/** Maximum rivals per player. */
export const maxRivals = 200
