import bowser from 'bowser'

const longest = 100

/** Browser and device of a User-Agent, for a player to know it by: 'Firefox on Linux', 'Safari on iPhone'. Null when neither can be told. */
export function deviceLabel(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const { browser, os, platform } = bowser.parse(userAgent)
  const device = platform.model ?? os.name
  const known = [browser.name, device].filter((name) => name !== undefined && name !== '')
  return known.length === 0 ? null : known.join(' on ').slice(0, longest)
}
