/** The steps of a play from the game to the pages, in order. The others are within `request` or follow it. */
type PlayStep = 'request' | 'validate' | 'append' | 'fold' | 'notice' | 'push'

/** A completed step. `start` and `end`: as of `performance.now()` in this thread, ms. */
export interface PlaySpan {
  readonly step: PlayStep
  readonly playId: number
  readonly player: string
  readonly start: number
  readonly end: number
  readonly attributes?: Readonly<Record<string, string | number>>
}

/** Records the steps of plays, in any process; those of one play are one trace. */
export interface PlayTracing {
  record(span: PlaySpan): void
  /** Sends what is recorded, for at most half a second. Never rejects. */
  stop(): Promise<void>
}
