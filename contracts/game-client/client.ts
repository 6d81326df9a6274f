import release from './version.json' with { type: 'json' }

/** The newest version of the game module and theme, whose files are built together with this server. */
export const newestClient: string = release.version

/** The header of responses to the game with the newest version, so that older modules can report an update. */
export const newestClientHeader = 'stepledger-newest-client'

/** Paths of the zips for the game and of their checksums. */
export const moduleZip = '/downloads/stepledger-module.zip'
export const themeZip = '/downloads/stepledger-theme.zip'
export const checksums = '/downloads/SHA256SUMS'

/** Name and content of the file beside the module that names the server of the download, as an origin. */
export const serverFileName = 'server.ini'
export const serverFile = (origin: string): string => `[Stepledger]\nHost=${origin}\n`
