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

/** The prefix of the storage keys of link preview pictures. */
export const linkPictures = 'pictures/'

/** The players named in a picture: one, several that are not in its key (the leaders of a chart), or none. */
export type Names = { readonly player: string } | 'several' | 'nobody'

/** Subfolders by prefix keep folders small. `version`: hex digits. */
export function pictureKey(version: string, names: Names): string {
  const folder = version.slice(0, 2)
  if (names === 'several') return `${linkPictures}${folder}/${version}.png`
  if (names === 'nobody') return `${linkPictures}packs/${folder}/${version}.png`
  return `${linkPictures}players/${names.player.slice(0, 2)}/${names.player}-${version}.png`
}

/** Whether the picture under this key may name the player. */
export function mayName(key: string, player: string): boolean {
  if (key.startsWith(`${linkPictures}packs/`)) return false
  return !key.startsWith(`${linkPictures}players/`) || key.includes(`/${player}-`)
}
