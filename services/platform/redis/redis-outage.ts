const outage = /^(Command timed out|Connection is closed|Stream isn't writeable)/

/** Whether an error of ioredis means that Redis is away or does not answer. */
export function isRedisOutage(error: unknown): boolean {
  return error instanceof Error && (error.name === 'MaxRetriesPerRequestError' || outage.test(error.message))
}
