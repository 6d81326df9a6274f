import { deviceLabel } from '../sign-in/device-label.ts'

/** Names that tell a passkey from no other. */
const generic = new Set([
  'default',
  'device',
  'fido',
  'fido2',
  'key',
  'my passkey',
  'new passkey',
  'passkey',
  'passkeys',
  'security key',
  'unnamed',
  'untitled',
  'webauthn',
])

/** The name that a player gave a passkey; where it says nothing, browser and device instead. */
export function passkeyName(name: string, userAgent: string | undefined): string {
  return generic.has(name.toLowerCase()) ? deviceLabel(userAgent) : name
}
