import { mailbox } from './mailbox.ts'

/** The partitions that a group assigned to a member. */
export interface Assignment {
  readonly partitions: readonly number[]
  /** Aborted when they are revoked. */
  readonly revoked: AbortSignal
}

/** The assignments of one member, in order. */
export function memberAssignments() {
  const queue = mailbox<Assignment | Error>()
  let revoking = new AbortController()
  return {
    /** Replaces the current assignment. */
    assign(partitions: readonly number[]) {
      revoking.abort()
      revoking = new AbortController()
      queue.put({ partitions, revoked: revoking.signal })
    },
    revoke: () => revoking.abort(),
    /** Revokes the current assignment: the member has failed. */
    fail(reason: Error) {
      revoking.abort()
      queue.put(reason)
    },
    /** Resolves with the next assignment, once there is one; rejects after a failure. One caller at a time. */
    async next() {
      const next = await queue.take()
      if (next instanceof Error) throw next
      return next
    },
  }
}
