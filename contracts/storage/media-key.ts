export type MediaEnding = 'avif' | 'webp' | 'json' | 'jpg'

/** What all these keys begin with. */
export const mediaPrefix = 'media/'

/** Where a file of a pack is kept, or the picture of a player (jpg). `sha256`: of its bytes, 64 hex digits. */
export function mediaKey(sha256: string, ending: MediaEnding): string {
  return `${mediaPrefix}${sha256.slice(0, 2)}/${sha256}.${ending}`
}
