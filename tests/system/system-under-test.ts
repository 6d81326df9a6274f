/** A whole system, whichever engine it runs on. */
export interface SystemUnderTest {
  readonly url: string
  /** Stops every process as an operator does; the exit code of each. */
  stop(): Promise<readonly (number | null)[]>
  /** Removes what it wrote. */
  remove(): Promise<void>
}
