export type MediaEnding = 'avif' | 'webp' | 'json' | 'jpg'

export const mediaPrefix = 'media/'

/** A file of a pack or of a profile picture (jpg). `sha256`: of its bytes, hex. */
export function mediaKey(sha256: string, ending: MediaEnding): string {
  return `${mediaPrefix}${sha256.slice(0, 2)}/${sha256}.${ending}`
}
