/** SQLSTATEs after which the same work may succeed, and which say nothing against the work itself. */
const transientStates = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55006', // object in use
  '57P01', // the server is shutting down
  '57P02', // another process crashed
  '57P03', // not accepting connections yet
  '57P05', // idle too long
  '25P03', // idle in a transaction too long
  '58030', // the disk failed
])
/** Connection failures, and a lack of disk, memory or connections. */
const transientClasses = ['08', '53']
/** States of errors that are transient otherwise after which the connection is gone. */
const lostStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03'])

const lostSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** pg gives these no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/

/** Is the connection to the database gone, or could none be made? */
export function isConnectionLost(error: unknown): boolean {
  return someInChain(error, (found, code) => {
    if (code === undefined) return lostMessages.test(found.message)
    return lostSystemErrors.has(code) || lostStates.has(code) || code.startsWith('08')
  })
}

/**
 * Is this error transient: a lost connection, a deadlock, a serialization failure, a server that is full, starting or
 * stopping? Such work is tried again and is never to blame. Looks through `cause` too.
 */
export function isTransient(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  return someInChain(error, (_, code) => {
    return code !== undefined && (transientStates.has(code) || transientClasses.includes(code.slice(0, 2)))
  })
}

/**
 * Is there no room left on a disk, that of the database or our own? Passing too, but not before somebody makes room.
 */
export function isDiskFull(error: unknown): boolean {
  return someInChain(error, (_, code) => code === '53100' || code === 'ENOSPC')
}

function someInChain(error: unknown, test: (found: Error, code: string | undefined) => boolean): boolean {
  let found = error
  for (let depth = 0; depth < 5 && found instanceof Error; depth += 1) {
    const code = 'code' in found && typeof found.code === 'string' ? found.code : undefined
    if (test(found, code)) return true
    found = found.cause
  }
  return false
}
