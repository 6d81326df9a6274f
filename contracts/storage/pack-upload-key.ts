/** The prefix of the storage keys of uploaded zips. */
export const uploadPrefix = 'uploads/'

/** The storage key of an upload's zip, which is kept until it is processed. */
export function uploadKey(id: string): string {
  return `${uploadPrefix}${id}.zip`
}

/** The id of the upload whose zip has this key; null for any other key. */
export function uploadIdOf(key: string): string | null {
  return /^uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.zip$/.exec(key)?.[1] ?? null
}
