/** Returns the display title of a chart. Some simfiles have no title. */
export function titleOrUnknown(title: string): string {
  return title.trim() === '' ? 'Unknown Title' : title
}

/** Returns the display artist of a chart. */
export function artistOrUnknown(artist: string): string {
  return artist.trim() === '' ? 'Unknown Artist' : artist
}
