/** There is no generation to export yet. */
export class NothingFoldedError extends Error {
  override readonly name = 'NothingFoldedError'
}
