import { proofNeeded } from '@stepledger/contracts/http/route.ts'

/** Why a call failed, apart from what the server said. */
export type FailureKind = 'network' | 'timeout' | 'aborted' | 'status' | 'shape'

interface Failure {
  readonly kind: FailureKind
  readonly message: string
  readonly status?: number
  /** The server's own words. */
  readonly said?: string
  /** The field of the request that the server found wrong. */
  readonly field?: string
  /** What a client can do about it. */
  readonly code?: string
  /** The server had not folded yet what was written before. */
  readonly stale?: boolean
}

/** A call that did not give what its route promises. */
export class CallError extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly said: string | undefined
  readonly field: string | undefined
  readonly code: string | undefined
  readonly stale: boolean

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'CallError'
    this.kind = failure.kind
    this.status = failure.status
    this.said = failure.said
    this.field = failure.field
    this.code = failure.code
    this.stale = failure.stale ?? false
  }
}

/** What the server said in an error answer: its `error` field, else its `message` field. */
export function wordsOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('error' in body && typeof body.error === 'string' && body.error !== '') return body.error
  if ('message' in body && typeof body.message === 'string' && body.message !== '') return body.message
  return undefined
}

export interface ErrorText {
  readonly text: string
  /** Why, where `text` is the page's own sentence. */
  readonly detail?: string
}

/**
 * What to show for a failure: the server's words as given, else the page's own sentence with the reason beside it, else
 * the reason. `sentence`: from the error catalogue, such as "Failed to load API keys".
 */
export function errorText(error: unknown, sentence?: string): ErrorText {
  if (error instanceof CallError && error.said !== undefined) return { text: error.said }
  const reason = error instanceof Error && error.message !== '' ? error.message : undefined
  if (sentence === undefined) return { text: reason ?? 'An unexpected error occurred' }
  return reason === undefined ? { text: sentence } : { text: sentence, detail: reason }
}

/** Whether trying again may help without anything else changing. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.kind === 'network' || error.kind === 'timeout' || (error.status ?? 0) >= 500
}

/** Whether what was not found may be what was just written, and comes by itself. */
export function isOnItsWay(error: unknown): boolean {
  return isNotFound(error) && error instanceof CallError && error.stale
}

/** Whether the call succeeds once the player has proved who they are. */
export function isProofNeeded(error: unknown): boolean {
  return error instanceof CallError && error.code === proofNeeded
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}
