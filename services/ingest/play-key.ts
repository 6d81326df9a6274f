/** Maximum length of an idempotency key, characters. */
const maxKey = 200

/**
 * The play's idempotency key: the header Idempotency-Key, with or without quotes, else the body's `playKey`. A key that
 * is too long is ignored with a note; the play is stored all the same.
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
