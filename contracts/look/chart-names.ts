/** The title of a chart as pages and pictures show it: some simfiles have none. */
export function titleOrUnknown(title: string): string {
  return title.trim() === '' ? 'Unknown Title' : title
}

/** The artist of a chart as pages show it. */
export function artistOrUnknown(artist: string): string {
  return artist.trim() === '' ? 'Unknown Artist' : artist
}
