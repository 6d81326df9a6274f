/** The site as passkeys know it: they are bound to its host, and sign which origin asked. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}
