import type { Output } from '../output.ts'

/** Arguments of both forms of the command. */
export interface WithdrawRun {
  readonly reason: string | null
  readonly json: boolean
  readonly output: Output
  /** Asks for confirmation; `what` describes the withdrawal. */
  readonly confirm: (what: string) => Promise<boolean>
  readonly now: () => number
}
