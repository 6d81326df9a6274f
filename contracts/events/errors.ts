/** The event's data is of a schema version newer than this code knows: folding on would lose what it says. */
export class NewerEventError extends Error {
  override readonly name = 'NewerEventError'
}

/** The bytes are no event, or the event does not fit its schema. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError'
}

/** The event is too large for a ledger. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError'
}
