import { randomBytes } from 'node:crypto'

/** A server that this process started. It ends with this process, kill -9 included. */
export interface OwnServer {
  readonly url: string
  /** Null when it does not run, or not as a process of this machine. */
  pid(): number | null
  /** Ends it at once, as pulling the plug would. What it wrote stays. */
  kill(): Promise<void>
  /** Starts it again after a kill, under the same address; resolves when it listens. */
  start(): Promise<void>
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>
}

/** A server that others use as well; `stop` lets go of it. */
export type SharedServer = Pick<OwnServer, 'url' | 'stop'>

/** A kind of server, and from what one can be had. */
export interface ServerKind {
  /** For people. */
  readonly name: string
  /** The environment variable with the address of one that is there already. */
  readonly variable: string
  readonly howToGetIt: string
  /** Starts one in Docker. */
  inDocker(): Promise<OwnServer>
  /** How to start one by a program of this machine, or null when that is not installed. */
  local(): Promise<(() => Promise<OwnServer>) | null>
}

/** Tells the tests apart that share a server. */
export function ownName(): string {
  return `test-${randomBytes(6).toString('hex')}`
}
