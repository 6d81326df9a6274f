import release from './version.json' with { type: 'json' }

/** The newest version of the module and the theme for the game: the one whose zips are built with this server. */
export const newestClient: string = release.version

/** On each answer to the game: the newest version, so that an older module can say so. */
export const newestClientHeader = 'stepledger-newest-client'

/** Where the server has the zips for the game, and the file with their checksums. */
export const downloadFolder = '/downloads'
export const moduleZip = `${downloadFolder}/stepledger-module.zip`
export const themeZip = `${downloadFolder}/stepledger-theme.zip`
export const checksums = `${downloadFolder}/SHA256SUMS`
