import { describe, expect, it } from 'vitest'
import { CallError } from '../api/call-error.ts'
import { CeremonyError, passkeyErrorText } from './passkeys.ts'

const failed = (error: Error) =>
  passkeyErrorText(new CeremonyError(error, 'Failed to create passkey'), 'Failed to register passkey')
const named = (name: string) => Object.assign(new Error('the browser knows why'), { name })
const refused = (status: number, serverText?: string) =>
  new CallError({ kind: 'status', message: `status ${status}`, status, ...(serverText && { serverText }) })

describe('the error text of a passkey operation', () => {
  it.each([
    ['NotAllowedError', 'Passkey operation was cancelled or not allowed'],
    ['AbortError', 'Passkey operation was cancelled or not allowed'],
    ['NotSupportedError', 'Passkeys are not supported on this device'],
    ['InvalidStateError', 'You already have a passkey on this device'],
  ])('for the reason that browsers call %s', (name, text) => {
    expect(failed(named(name))).toEqual({ text })
  })

  it("shows the library's messages, else the fallback with the reason", () => {
    const unsupported = 'WebAuthn is not supported in this browser'
    expect(failed(new Error(unsupported))).toEqual({ text: unsupported })
    expect(failed(named('UnknownError'))).toEqual({
      text: 'Failed to create passkey',
      detail: 'the browser knows why',
    })
  })

  it("prefers the server's message", () => {
    const sentence = 'Passkey login failed. Please try again.'
    expect(passkeyErrorText(refused(401, 'Passkey authentication failed'), sentence)).toEqual({
      text: 'Passkey authentication failed',
    })
    expect(passkeyErrorText(refused(404), sentence)).toEqual({ text: 'No passkeys found for this device' })
    expect(passkeyErrorText(refused(502), sentence)).toEqual({ text: sentence, detail: 'status 502' })
  })
})
