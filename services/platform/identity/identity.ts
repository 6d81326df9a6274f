/** Who makes a call. API keys open the game's routes (`/v1`) and nothing else. */
export interface Caller {
  readonly by: 'session' | 'apiKey'
  readonly playerId: string
  /** The session or the key, for limits and logs. */
  readonly credentialId: string
  readonly permissions: ReadonlySet<string>
}

/** What a play needs to know of its player, beyond who it is. */
export interface PlayerSecrets {
  /** 32 bytes: seals what the player's game sends beyond the known fields. */
  readonly sealingKey: Uint8Array
  /** IANA name of the browser's time zone, or null. */
  readonly timeZone: string | null
  /** Whether the mail of the account is verified. */
  readonly verified: boolean
}

/** From where and by what a token is used, for its player to see. */
export interface TokenUse {
  /** IP address. */
  readonly address: string
  /** The game and its module, with their versions; null where nothing says so. */
  readonly client: string | null
}

export interface Identity {
  /**
   * The caller that a bearer token names, or null: unknown, expired, deleted. At once where it was looked up a moment
   * ago. `use`: of a key it is noted with the time.
   */
  identify(token: string, use?: TokenUse): Caller | null | Promise<Caller | null>
  /** Whether a session has shown the password or a passkey within the last `minutesOfProof`. Not cached. */
  hasRecentProof(sessionId: string): Promise<boolean>
  /** Null when there is no such player (any more). */
  secretsOf(playerId: string): Promise<PlayerSecrets | null>
  /** Drops what is kept about a credential or a player that was deleted or changed, in this process. */
  forget(id: string): void
  /** Drops what is kept about everybody. */
  forgetAll(): void
}
