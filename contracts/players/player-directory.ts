/** The public data of a player. */
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

/** Looks up players by the ids in events and read models. Erased players are absent from the result. */
export interface PlayerDirectory {
  lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPlayer>>
}

/** Returns the id of the player who has or had this alias; null if it was never used. */
export type FindByAlias = (alias: string) => Promise<string | null>

/** Returns the ids of the players who have or had one of these aliases. */
export type FindByAliases = (aliases: readonly string[]) => Promise<readonly string[]>

/** Returns the ids of the boards that a player prefers in the game, unordered; empty if none were chosen. */
export type PreferredBoards = (playerId: string) => Promise<readonly number[]>

/** Returns the IANA name of a player's time zone; null when unknown. It is personal: pages show days, never the zone. */
export type TimeZoneOf = (playerId: string) => Promise<string | null>

/** Returns the players among `ids` whose plays are published: they have an account and did not opt out. */
export type PublishedPlayers = (ids: readonly string[]) => Promise<ReadonlySet<string>>
