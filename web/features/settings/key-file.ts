/** Under this name the game looks for the key, in the folder of the player's profile. */
export const keyFileName = 'Stepledger.ini'

/** The file that the game reads; without a byte order mark, which would hide its first section from the game. */
export function keyFile(key: string): string {
  return `[Stepledger]\nApiKey=${key}\n`
}

/** Hands a text to the browser as a file to be saved. */
export function saveText(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
