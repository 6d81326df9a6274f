const minute = 60_000

/** The value of a field of the type datetime-local, in the viewer's time zone: 2026-12-07T18:00. Empty for null. */
export function localText(at: number | null): string {
  if (at === null) return ''
  return new Date(at - new Date(at).getTimezoneOffset() * minute).toISOString().slice(0, 16)
}

/** The time of such a field, ms since 1970; null while it is empty. */
export function localTime(text: string): number | null {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** The IANA name of the viewer's time zone, to show. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
