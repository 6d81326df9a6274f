/** The texts of one part of the site, and the folders or files that contain them. */
export interface AgreedTexts {
  readonly where: string
  readonly files: readonly string[]
  /** Short ones are a whole label, longer ones may be part of a sentence. */
  readonly texts: readonly string[]
}
