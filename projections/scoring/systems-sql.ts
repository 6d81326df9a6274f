/** Rules, or some of their systems. */
interface Systems {
  readonly systems: readonly { readonly id: number }[]
}

/** Returns the index of a system's score in a list of scores, from 1 as in Postgres; 0 without the system. */
export function scoreIndexOf({ systems }: Systems, system: number): number {
  return systems.findIndex(({ id }) => id === system) + 1
}

/** SQL: the ids of the systems, in the order of lists of scores. */
export function systemIds({ systems }: Systems): string {
  return `'{${systems.map(({ id }) => id).join()}}'::smallint[]`
}
