/** The name of the key file in the folder of the player's profile. */
export const keyFileName = 'Stepledger.ini'

/**
 * Returns the content of the key file. `origin`: the server's origin as seen by the game, such as
 * `https://stepledger.example`. Has no byte order mark, which would hide the first section from the game.
 */
export function keyFile(key: string, origin: string): string {
  return `[Stepledger]\nApiKey=${key}\nHost=${origin}\n`
}
