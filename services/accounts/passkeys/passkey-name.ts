import { deviceLabel } from '../sign-in/device-label.ts'

/** Names that do not distinguish a passkey. */
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

/** The chosen name of a passkey; browser and system when it is generic. */
export function passkeyName(name: string, userAgent: string | undefined): string {
  return generic.has(name.toLowerCase()) ? deviceLabel(userAgent) : name
}
