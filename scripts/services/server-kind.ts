import { randomBytes } from 'node:crypto'

/** A server started by this process. It ends with this process, also after kill -9. */
export interface OwnServer {
  readonly url: string
  /** Null if it does not run, or not as a local process. */
  pid(): number | null
  /** Kills it at once; written data stays. */
  kill(): Promise<void>
  /** Restarts it after a kill at the same address; resolves when it listens. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A shared server; `stop` only releases it. */
export type SharedServer = Pick<OwnServer, 'url' | 'stop'>

export interface ServerKind {
  readonly name: string
  /** The environment variable with the address of an existing server. */
  readonly variable: string
  readonly installHint: string
  /** Starts one in Docker. */
  inDocker(): Promise<OwnServer>
  /** How to start a local program, or null if it is not installed. */
  local(): Promise<(() => Promise<OwnServer>) | null>
}

export function ownName(): string {
  return `test-${randomBytes(6).toString('hex')}`
}
