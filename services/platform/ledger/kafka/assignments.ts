import { mailbox } from './mailbox.ts'

/** The partitions that a group assigned to a member. */
export interface Assignment {
  readonly partitions: readonly number[]
  /** Aborted when they are revoked. */
  readonly revoked: AbortSignal
}

interface Assignments {
  /** Replaces the current assignment. */
  assign(partitions: readonly number[]): void
  revoke(): void
  /** Revokes the current assignment: the member has failed. */
  fail(reason: Error): void
  /** Resolves with the next assignment, once there is one; rejects after a failure. One caller at a time. */
  next(): Promise<Assignment>
}

/** The assignments of one member, in order. */
export function memberAssignments(): Assignments {
  const queue = mailbox<Assignment | Error>()
  let revoking = new AbortController()
  return {
    assign(partitions) {
      revoking.abort()
      revoking = new AbortController()
      queue.put({ partitions, revoked: revoking.signal })
    },
    revoke: () => revoking.abort(),
    fail(reason) {
      revoking.abort()
      queue.put(reason)
    },
    async next() {
      const next = await queue.take()
      if (next instanceof Error) throw next
      return next
    },
  }
}
