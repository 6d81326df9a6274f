/** Begins the keys of the pictures that chats show beside links. */
export const linkPictures = 'pictures/'

/** Whom a picture names: one player, players of whom its key says nothing (the leaders of a chart), or nobody. */
export type Names = { readonly player: string } | 'several' | 'nobody'

/** Where the picture of this version is kept: in many folders, so that none gets long. `version`: hex digits. */
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
