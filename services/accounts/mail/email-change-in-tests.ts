import { expect } from 'vitest'
import { type AccountsForTests, testPassword } from '../test-app.ts'
import { mailTo, tokenIn } from './mail-in-tests.ts'

/** Requests about changes of the email, for tests. `accounts`: returns the running service. */
export function emailChangeRequests(accounts: () => AccountsForTests) {
  return {
    change: (token: string, email: string) =>
      accounts().send('PUT', '/api/user/email', { token, body: { email } }),
    cancel: (token: string) => accounts().send('DELETE', '/api/user/email', { token }),
    confirm: (link: string, password: string | undefined = testPassword) =>
      accounts().send('POST', '/api/confirm-email', { body: { token: link, password } }),
    stateOf: async (link: string) =>
      (await accounts().send('POST', '/api/mail-link', { body: { token: link } })).json().state,
    emailOf: async (token: string) => (await accounts().send('GET', '/api/user', { token })).json().email,

    /** Registers a player with a verified mail; returns the token of a session. */
    async verified(name: string): Promise<string> {
      const { token } = await accounts().register(name)
      const link = tokenIn(await mailTo(accounts(), `${name}@example.org`, 'Verify'))
      const answer = await accounts().send('POST', '/api/verify-email', { token, body: { token: link } })
      expect(answer.statusCode).toBe(200)
      return token
    },
  }
}
