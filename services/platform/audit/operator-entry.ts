export interface OperatorEntry {
  /** The affected account; none by default. */
  readonly playerId?: string | null
  /** In the past tense, shown to the player: 'Permission granted'. */
  readonly what: string
  /** Must not contain an alias or id of another account, as it would outlive that account's erasure. */
  readonly details?: Readonly<Record<string, string>>
}

/**
 * Records an action of an operator in the audit log. Called before the append of the action, because a crash between them
 * must not lose who acted.
 */
export type RecordAction = (entry: OperatorEntry, by: RecordedOperator) => Promise<void>

/**
 * Does an action in the database, and records it; a crash between them loses neither. An action that throws, or whose
 * details are null, leaves no entry.
 */
export type DoRecorded = <T>(
  what: string,
  by: RecordedOperator,
  act: () => Promise<T>,
  detailsOf: (done: T) => NonNullable<OperatorEntry['details']> | null,
) => Promise<T>

/** By the id of an account, or of the name that a command gave. */
interface RecordedOperator {
  readonly id: string
  readonly reason: string | null
}
