/** What everyone may see of a player. */
export interface PublicPlayer {
  readonly id: string
  readonly alias: string
  readonly profileImageUrl: string | null
  /** ISO 3166-1 numeric. */
  readonly countryId: number | null
  /** ms since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
}

/** Names for the ids that events and read models carry. Erased players are absent. */
export interface PlayerDirectory {
  lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPlayer>>
}

/** The id of the player who has or had this alias; null for an alias that nobody has had. */
export type FindByAlias = (alias: string) => Promise<string | null>

/** The ids of the boards that a player chose to see in the game, in no order; empty without a choice. */
export type PreferredBoards = (playerId: string) => Promise<readonly number[]>

/** The players among `ids` whose plays are in the published data: they have an account and did not opt out. */
export type PublishedPlayers = (ids: readonly string[]) => Promise<ReadonlySet<string>>
