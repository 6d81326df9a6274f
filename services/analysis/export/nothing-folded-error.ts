/** Thrown if there is no live generation yet. */
export class NothingFoldedError extends Error {
  override readonly name = 'NothingFoldedError'
}
