export type MediaEnding = 'avif' | 'webp' | 'json' | 'jpg'

/** The prefix of the storage keys of media. */
export const mediaPrefix = 'media/'

/** Returns the storage key of a file of a pack or of a profile picture (jpg). `sha256`: of its bytes, hex. */
export function mediaKey(sha256: string, ending: MediaEnding): string {
  return `${mediaPrefix}${sha256.slice(0, 2)}/${sha256}.${ending}`
}
