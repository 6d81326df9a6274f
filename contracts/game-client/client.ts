import release from './version.json' with { type: 'json' }

/** The newest version of the module and the theme for the game: the one whose zips are built with this server. */
export const newestClient: string = release.version

/** By which the module says which version it is: `1.0.0 (ITGmania 1.2.0; Simply Love)`. The game itself chooses the User-Agent. */
export const clientHeader = 'stepledger-client'

/** On each answer to the game: the newest version, so that an older module can say so. */
export const newestClientHeader = 'stepledger-newest-client'

/** Seconds since the play was played, as the clock of the game counts them when it is sent: it has no time zone, and may be wrong by years. */
export const playAgeHeader = 'play-age'

/** The version of the module that sent this header; null for what is none. */
export function clientVersion(header: string | readonly string[] | undefined): string | null {
  return typeof header === 'string' ? (/^\d{1,4}\.\d{1,4}\.\d{1,4}(?=$|\s)/.exec(header)?.[0] ?? null) : null
}

/** Where the server has the zips for the game, and the file with their checksums. */
export const downloadFolder = '/downloads'
export const moduleZip = `${downloadFolder}/stepledger-module.zip`
export const themeZip = `${downloadFolder}/stepledger-theme.zip`
export const checksums = `${downloadFolder}/SHA256SUMS`
