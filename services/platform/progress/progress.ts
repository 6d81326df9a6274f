import type { Position } from '@stepledger/contracts/ledger/position.ts'

/** How far the live generation has folded the topic `events`. */
export interface Progress {
  /** The live generation's checkpoint: the next offset of each partition. Null before the first fold. */
  current(): { readonly generation: number; readonly checkpoints: readonly number[] } | null
  /** True once the live generation holds the event at `position`; false when `timeoutMs` pass before. */
  reached(position: Position, timeoutMs: number): Promise<boolean>
  stop(): Promise<void>
}
