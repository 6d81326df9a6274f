export class NothingFoldedError extends Error {
  override readonly name = 'NothingFoldedError'
}
