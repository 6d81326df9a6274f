import { playParked, proofNeeded } from '@stepledger/contracts/http/route.ts'

type FailureKind = 'network' | 'timeout' | 'aborted' | 'status' | 'shape'

interface Failure {
  readonly kind: FailureKind
  readonly message: string
  readonly status?: number
  readonly serverText?: string
  readonly field?: string
  readonly code?: string
  /** The read model had not caught up with the client's last write. */
  readonly stale?: boolean
}

/** Thrown when a call fails or its response does not match the contract. */
export class CallError extends Error {
  readonly kind: FailureKind
  readonly status: number | undefined
  readonly serverText: string | undefined
  readonly field: string | undefined
  readonly code: string | undefined
  readonly stale: boolean

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'CallError'
    this.kind = failure.kind
    this.status = failure.status
    this.serverText = failure.serverText
    this.field = failure.field
    this.code = failure.code
    this.stale = failure.stale ?? false
  }
}

/** The message of an error response: its `error` field, else its `message` field. */
export function serverTextOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('error' in body && typeof body.error === 'string' && body.error !== '') return body.error
  if ('message' in body && typeof body.message === 'string' && body.message !== '') return body.message
  return undefined
}

export interface ErrorText {
  readonly text: string
  /** The reason, when `text` is the fallback message. */
  readonly detail?: string
}

/** An error whose text is shown to the player unchanged. */
export class ShownError extends Error {
  readonly shown: ErrorText

  constructor(shown: ErrorText, options?: ErrorOptions) {
    super(shown.text, options)
    this.name = 'ShownError'
    this.shown = shown
  }
}

/**
 * The text to show for an error: that of a ShownError or of the server, else `sentence` with the reason as detail, else the
 * reason. `sentence` comes from the error catalogue, such as "Failed to load API keys".
 */
export function errorText(error: unknown, sentence?: string): ErrorText {
  if (error instanceof ShownError) return error.shown
  if (error instanceof CallError && error.serverText !== undefined) return { text: error.serverText }
  const reason = error instanceof Error && error.message !== '' ? error.message : undefined
  if (sentence === undefined) return { text: reason ?? 'An unexpected error occurred' }
  return reason === undefined ? { text: sentence } : { text: sentence, detail: reason }
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.kind === 'network' || error.kind === 'timeout' || (error.status ?? 0) >= 500
}

/** Whether a 404 may be due to replication lag after a recent write, and resolve by itself. */
export function isNotFoldedYet(error: unknown): boolean {
  return isNotFound(error) && error instanceof CallError && error.stale
}

/** Whether the call succeeds once the player has confirmed their identity. */
export function isProofNeeded(error: unknown): boolean {
  return error instanceof CallError && error.code === proofNeeded
}

/** Whether the play is stored, and cannot be scored yet. */
export function isParked(error: unknown): boolean {
  return error instanceof CallError && error.code === playParked
}

export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}
