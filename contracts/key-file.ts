/** Under this name the game looks for the key, in the folder of the player's profile. */
export const keyFileName = 'Stepledger.ini'

/**
 * The file that the game reads. `origin`: under which the game reaches us, as `https://stepledger.example`. Without a
 * byte order mark, which would hide the first section from the game.
 */
export function keyFile(key: string, origin: string): string {
  return `[Stepledger]\nApiKey=${key}\nHost=${origin}\n`
}
