import release from './version.json' with { type: 'json' }

/** The newest version of the game module and theme, whose zips are built together with this server. */
export const newestClient: string = release.version

/** The header of responses to the game with the newest version, so that older modules can report an update. */
export const newestClientHeader = 'stepledger-newest-client'

/** Paths of the zips for the game and of their checksums. */
export const downloadFolder = '/downloads'
export const moduleZip = `${downloadFolder}/stepledger-module.zip`
export const checksums = `${downloadFolder}/SHA256SUMS`
