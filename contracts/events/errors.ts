/** Thrown for a schema version newer than those of this code: folding on would lose data. */
export class NewerEventError extends Error {
  override readonly name = 'NewerEventError'
}

/** Thrown if the bytes are not an event or do not match its schema. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError'
}

/** Thrown if the event is too large for a ledger. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError'
}
