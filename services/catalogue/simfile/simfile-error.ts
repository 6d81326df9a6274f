/** A simfile, or one of its charts, that is not taken. `field` names what is at fault, `reason` says why, in words for the uploader. */
export class SimfileError extends Error {
  readonly field: string
  readonly reason: string

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.name = 'SimfileError'
    this.field = field
    this.reason = reason
  }
}
