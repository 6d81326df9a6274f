/** A page's answer with what it shows, as tags. */
export interface Shown<Answer> {
  readonly answer: Answer
  readonly tags: readonly string[]
}
