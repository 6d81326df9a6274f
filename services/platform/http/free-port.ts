import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import type { Config } from '../config/config.ts'

/**
 * Throws a one-line error if the server could not listen, so that a start ends before it creates a database. Another
 * program may still take the port in between.
 */
export async function requireFreePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    throw new Error(reasonOf(error, port, host), { cause: error })
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

function reasonOf(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `PORT: another program listens on ${host}:${port}, perhaps another Stepledger. Stop it, or set another PORT.`
  if (code === 'EACCES') return `PORT: this user may not listen on ${host}:${port}. Set a PORT above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${host} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`
  return `HOST, PORT: cannot listen on ${host}:${port}: ${errorMessage(error)}`
}
