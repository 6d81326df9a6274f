/** The WebAuthn relying party: passkeys are bound to its host and sign its origin. */
interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** The WebAuthn user handle: the 16 bytes of the player id, without personal data. */
export function userHandle(playerId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(playerId.replaceAll('-', ''), 'hex'))
}
