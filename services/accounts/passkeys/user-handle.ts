/** The WebAuthn user handle: the 16 bytes of the player id, without personal data. */
export function userHandle(playerId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(playerId.replaceAll('-', ''), 'hex'))
}
