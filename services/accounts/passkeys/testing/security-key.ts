import {
  AuthenticatorEmulator,
  PasskeysCredentialsMemoryRepository,
  WebAuthnEmulator,
} from 'nid-webauthn-emulator'
import type { AccountsForTests } from '../../test-app.ts'

/** A software security key and its browser. `origin`: of the page, ours by default. */
export function securityKey(service: AccountsForTests, origin = 'http://localhost:8080') {
  const credentialsRepository = new PasskeysCredentialsMemoryRepository()
  const key = new WebAuthnEmulator(new AuthenticatorEmulator({ credentialsRepository }))
  const post = (url: string, body: object, token?: string) =>
    service.send('POST', url, { body, ...(token !== undefined && { token }) })

  return {
    /** Creates a credential for the player of `token`. `at`: origin of the page. */
    async make(token: string, name = 'Blue key', at = origin) {
      const started = await post('/api/passkey/register/start', { name }, token)
      if (started.statusCode !== 200) throw new Error(started.body)
      const { options, passkeyName } = started.json()
      return { credential: key.createJSON(at, options), passkeyName }
    },
    complete: (made: object, token: string) => post('/api/passkey/register/complete', made, token),
    async add(token: string, name?: string) {
      return this.complete(await this.make(token, name), token)
    },

    /** Signs a sign-in challenge. `change`: overrides of the site's options. */
    async sign(change: object = {}, at = origin) {
      const started = await post('/api/passkey/auth/start', {})
      return key.getJSON(at, { ...started.json().options, ...change })
    },
    present: (credential: object, more: object = {}) =>
      post('/api/passkey/auth/complete', { credential, ...more }),
    async signIn(more?: object) {
      return this.present(await this.sign(), more)
    },

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

/** A player's passkeys, as the API lists them. */
export const passkeysOf = async (service: AccountsForTests, token: string) =>
  (await service.send('GET', '/api/passkeys', { token })).json().passkeys

export const answerOf = ({ statusCode, json }: Awaited<ReturnType<AccountsForTests['send']>>) => [
  statusCode,
  json(),
]

/** The audit log of a player, in order. */
export const auditOf = async (service: AccountsForTests, playerId: string) =>
  (
    await service.database.pool.query(
      'SELECT what, details FROM accounts.audit WHERE player_id = $1 ORDER BY id',
      [playerId],
    )
  ).rows
