/** The IANA name, if this is one that we know; null otherwise. */
export function knownTimeZone(name: string | undefined): string | null {
  // Intl takes offsets such as +02:00 too, which know nothing of summer.
  if (name === undefined || !/^[A-Z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
