import type { Output } from '../output.ts'

/** What both forms of the command are given. */
export interface WithdrawRun {
  readonly reason: string | null
  readonly json: boolean
  readonly output: Output
  /** Whether to withdraw this, in words. */
  readonly confirm: (what: string) => Promise<boolean>
  readonly now: () => number
}
