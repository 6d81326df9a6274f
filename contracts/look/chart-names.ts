/** Some simfiles have no title. */
export function titleOrUnknown(title: string): string {
  return title.trim() === '' ? 'Unknown Title' : title
}

export function artistOrUnknown(artist: string): string {
  return artist.trim() === '' ? 'Unknown Artist' : artist
}
