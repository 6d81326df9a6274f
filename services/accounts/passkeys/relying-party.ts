/** The WebAuthn relying party: passkeys are bound to its host and sign its origin. */
interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}
