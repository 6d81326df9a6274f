export type MediaEnding = 'avif' | 'webp' | 'json' | 'jpg'

export const mediaPrefix = 'media/'

/** A file of a pack or of a profile picture (jpg). `sha256`: of its bytes, hex. */
export function mediaKey(sha256: string, ending: MediaEnding): string {
  return `${mediaPrefix}${sha256.slice(0, 2)}/${sha256}.${ending}`
}

/** The picture of a competition's poster. `sha256`: of its bytes, hex. */
export function posterKey(sha256: string): string {
  return `posters/${sha256.slice(0, 2)}/${sha256}.jpg`
}

export const uploadPrefix = 'uploads/'

/** Of an upload's zip, which is deleted after processing. */
export function uploadKey(id: string): string {
  return `${uploadPrefix}${id}.zip`
}

/** Parses the upload id from a storage key; null for other keys. */
export function uploadIdOf(key: string): string | null {
  return /^uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/.exec(key)?.[1] ?? null
}
