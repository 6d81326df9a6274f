/**
 * A rejected simfile or chart. `field`: the invalid tag, or `file`; `reason` completes the sentence for the uploader:
 * "has more than 20000 entries".
 */
export class SimfileError extends Error {
  readonly field: string
  readonly reason: string

  constructor(field: string, reason: string) {
    super(faultText({ field, reason }))
    this.name = 'SimfileError'
    this.field = field
    this.reason = reason
  }
}

/** "#NOTES is missing", "it has none of the tags of a simfile". */
export function faultText({ field, reason }: Pick<SimfileError, 'field' | 'reason'>): string {
  return field === 'file' ? `it ${reason}` : `#${field} ${reason}`
}
