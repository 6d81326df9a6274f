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
