/** In one line, with the cause that kafkajs wraps. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error && error.cause !== error ? error.cause : null
  if (cause && !error.message.includes(cause.message)) return `${error.message}: ${cause.message}`
  return error.message
}

/** Whether Kafka rejected the credentials. */
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

/** Whether the broker rejected the batch itself, so that a retry cannot succeed. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('type' in error && typeof error.type === 'string' && finalTypes.has(error.type)) return true
  return error.cause !== error && isFinal(error.cause)
}
