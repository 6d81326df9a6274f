/** Characters of a key that names a play. */
const maxKey = 200

/**
 * How the client names the play: the header Idempotency-Key, with or without the quotes of its standard, else the
 * body's `playKey`. One that is too long names nothing, and a note says so: the play is kept all the same.
 */
export function playKeyOf(
  header: string | null,
  inBody: string | null,
): { key: string | null; note: string | null } {
  const sent = header === null ? '' : header.trim().replace(/^"(.*)"$/, '$1')
  const key = sent === '' ? inBody : sent
  if (key === null || key === '') return { key: null, note: null }
  if (key.length > maxKey)
    return { key: null, note: `The play's key was ignored: it has more than ${maxKey} characters` }
  return { key, note: null }
}
