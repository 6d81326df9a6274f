/** What went wrong, down to the cause that a client of Kafka wraps, in one line for people. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error && error.cause !== error ? error.cause : null
  if (cause && !error.message.includes(cause.message)) return `${error.message}: ${cause.message}`
  return error.message
}

/** Did Kafka know neither the name nor the password? */
export function isLoginRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'KafkaJSSASLAuthenticationError' || (error.cause !== error && isLoginRefused(error.cause))
  )
}

const finalTypes = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'TOPIC_AUTHORIZATION_FAILED',
  'INVALID_RECORD',
])

/** Was it refused for what it is, so that trying again is of no use? */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('type' in error && typeof error.type === 'string' && finalTypes.has(error.type)) return true
  return error.cause !== error && isFinal(error.cause)
}
