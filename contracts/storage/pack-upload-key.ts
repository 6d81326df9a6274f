export const uploadPrefix = 'uploads/'

/** Of an upload's zip, which is deleted after processing. */
export function uploadKey(id: string): string {
  return `${uploadPrefix}${id}.zip`
}

/** Parses the upload id from a storage key; null for other keys. */
export function uploadIdOf(key: string): string | null {
  return /^uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/.exec(key)?.[1] ?? null
}
