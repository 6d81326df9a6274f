import {
  AuthenticatorEmulator,
  PasskeysCredentialsMemoryRepository,
  WebAuthnEmulator,
} from 'nid-webauthn-emulator'
import type { AccountsForTests } from '../../test-app.ts'

/** A security key in software, and the browser that asks it: at our site by default. */
export function securityKey(service: AccountsForTests, origin = 'http://localhost:8080') {
  const credentialsRepository = new PasskeysCredentialsMemoryRepository()
  const key = new WebAuthnEmulator(new AuthenticatorEmulator({ credentialsRepository }))
  const post = (url: string, body: object, token?: string) =>
    service.send('POST', url, { body, ...(token !== undefined && { token }) })

  return {
    /** What the key makes for the player of `token`; `at`: for which site. */
    async make(token: string, name = 'Blue key', at = origin) {
      const started = await post('/api/passkey/register/start', { name }, token)
      if (started.statusCode !== 200) throw new Error(started.body)
      const { options, passkeyName } = started.json()
      return { credential: key.createJSON(at, options), passkeyName }
    },
    complete: (made: object, token: string) => post('/api/passkey/register/complete', made, token),
    /** The whole of adding. */
    async add(token: string, name?: string) {
      return this.complete(await this.make(token, name), token)
    },

    /** What the key signs to get in. `change`: of what the site asks. */
    async sign(change: object = {}, at = origin) {
      const started = await post('/api/passkey/auth/start', {})
      return key.getJSON(at, { ...started.json().options, ...change })
    },
    present: (credential: object, more: object = {}) =>
      post('/api/passkey/auth/complete', { credential, ...more }),
    /** The whole of signing in. */
    async signIn(more?: object) {
      return this.present(await this.sign(), more)
    },

    /** Another key that holds what this one holds now. */
    copy() {
      const other = securityKey(service, origin)
      for (const credential of credentialsRepository.loadCredentials()) other.hold(credential)
      return other
    },
    hold(credential: Parameters<typeof credentialsRepository.saveCredential>[0]) {
      credentialsRepository.saveCredential(credential)
    },
  }
}
