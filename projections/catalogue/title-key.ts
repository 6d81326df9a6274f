/**
 * The key that titles are ordered by, in bytes: letters without case and width, leading articles and signs kept. Made here and not by
 * the database, whose collations differ from one installation to the next. At most 200 characters.
 */
export function titleKey(title: string): string {
  return title.normalize('NFKC').toLowerCase().trim().slice(0, 200)
}

/** What a search looks in: title and artist, folded the same way. */
export function searchText(title: string, artist: string): string {
  return `${titleKey(title)}\n${titleKey(artist)}`
}
