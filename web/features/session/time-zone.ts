/** IANA name of the browser's time zone: the server reads the local times of late plays with it. */
export function browserTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined
}
