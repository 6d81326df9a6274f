/** A milestone of a player, for one meter or pack if it is reached once for each. Times in ms since 1970. */
export interface MilestoneState {
  /** Of the milestone in the rules. */
  readonly id: string
  readonly meter: number | null
  /** Id of a listed pack. */
  readonly pack: number | null
  /** How many charts or steps of how many; it is reached if they are equal. */
  readonly done: number
  readonly of: number
  /** The play that reached it: by when it was played, the last of those that it takes. */
  readonly reached: { readonly playId: number; readonly playedAt: number } | null
}
