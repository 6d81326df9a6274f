import { expect, it } from 'vitest'
import { mailTextsOf } from './mail-texts.ts'

const eraseAt = '2026-01-08T10:00:00.000Z'
const after = (contact: string | null) =>
  mailTextsOf({ kind: 'erasureAsked', eraseAt }, { alias: 'ada', timeZone: null, contact }).after

it("mails about deletion contain the operator's contact when configured", () => {
  expect(after('help@scores.example')).toContain('Questions? help@scores.example')
  expect(after(null).join()).not.toContain('Questions')
})

it('a mail to an unverified address contains no text chosen by its sender', () => {
  const alias = 'see-evil.example'
  const chosen = { alias, timeZone: null, contact: null }
  const unknown = { ...chosen, alias: null }
  const letters = [
    mailTextsOf({ kind: 'verifyEmail' }, chosen),
    mailTextsOf({ kind: 'proveNewEmail' }, chosen),
    mailTextsOf({ kind: 'passkeyAdded', name: alias }, unknown),
  ]
  expect(JSON.stringify(letters)).not.toContain('evil')
})

it('the mail about published rows says from when and how to opt out', () => {
  const from = '2026-12-27T04:00:00.123456+00:00'
  const { before } = mailTextsOf(
    { kind: 'publishedRows', from },
    { alias: 'ada', timeZone: null, contact: null },
  )
  expect(before.join()).toMatch(/from 27 December 2026, 04:00 \(UTC\) on.*Edit Profile, Your Data/)
})
