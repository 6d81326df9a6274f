/**
 * An authenticated caller. API keys are valid for the game's routes (`/v1`) only; `operator`, the token of a `ledger`
 * command, for those under `/api/admin` only.
 */
export interface Caller {
  readonly by: 'session' | 'apiKey' | 'operator'
  /** Of a command on the server's machine: the id of the operator's name, which has no account. */
  readonly playerId: string
  /** Id of the session, token or API key, for limits and logs; `operator` for a command on the server's machine. */
  readonly credentialId: string
  readonly permissions: ReadonlySet<string>
}

/** Data of the player that storing a play requires. */
export interface PlayerSecrets {
  /** Encryption key of unknown fields of the player's plays, 32 bytes. */
  readonly sealingKey: Uint8Array
  /** IANA name of the browser's time zone, or null. */
  readonly timeZone: string | null
  /** Whether the email of the account is verified. */
  readonly verified: boolean
}

/** Origin of a token's use, shown to its player. */
export interface TokenUse {
  /** IP address. */
  readonly address: string
  /** The game and its module with their versions; null if unknown. */
  readonly client: string | null
}

export interface Authentication {
  /**
   * Returns the caller of a bearer token, or null if it is unknown, expired or deleted. Synchronous on a cache hit.
   * `use` is stored with the time of use of an API key.
   */
  authenticate(token: string, use?: TokenUse): Caller | null | Promise<Caller | null>
  /** Whether the session was re-authenticated by password or passkey in the last `minutesOfProof`. Not cached. */
  hasRecentProof(sessionId: string): Promise<boolean>
  secretsOf(playerId: string): Promise<PlayerSecrets | null>
  /** Invalidates cached data of a deleted or changed credential or player in this process. */
  forget(id: string): void
  /** Invalidates all cached data. */
  forgetAll(): void
}
