/** What everyone may see of a player. */
export interface PublicPlayer {
  readonly id: string
  readonly alias: string
  readonly profileImageUrl: string | null
  /** ISO 3166-1 numeric. */
  readonly countryId: number | null
  /** ms since 1970. */
  readonly createdAt: number
}

/** Names for the ids that events and read models carry. Erased players are absent. */
export interface PlayerDirectory {
  lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPlayer>>
}
