/** The browser's IANA time zone, with which the server interprets local times of late plays. */
export function browserTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined
}
