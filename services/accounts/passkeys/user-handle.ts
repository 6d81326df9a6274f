/** What an authenticator keeps of a player: the 16 bytes of the id, and nothing that tells who it is. */
export function userHandle(playerId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(playerId.replaceAll('-', ''), 'hex'))
}
