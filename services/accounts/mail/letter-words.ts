import { DateTime } from 'luxon'
import type { Mail } from './mails.ts'

export interface LetterWords {
  readonly subject: string
  /** Paragraphs, plain text. */
  readonly before: readonly string[]
  /** What the button says, where the mail holds a link. */
  readonly button?: string
  readonly after: readonly string[]
}

export interface AboutRecipient {
  readonly alias: string
  /** IANA name, or null. */
  readonly timeZone: string | null
  /** How to reach those who run the site, or null. */
  readonly contact: string | null
}

const notYou =
  'If this was not you, choose a new password at once (Login, Forgot password?): it ends every session, API key and passkey.'
const ignore = 'If you did not ask for this, ignore this mail: nothing changes.'

/** What a mail says. */
export function wordsOf(mail: Mail, { alias, timeZone, contact }: AboutRecipient): LetterWords {
  const questions = contact === null ? [] : [`Questions? ${contact}`]
  switch (mail.kind) {
    case 'verifyEmail':
      return {
        subject: 'Verify your email',
        before: [
          `Hello ${alias},`,
          'please verify that this address is yours: only then can you get back into your account when you forget your password.',
        ],
        button: 'Verify Email',
        after: [
          'The link works once, for 7 days. It signs you in; sessions, API keys and passkeys from before it end, so that nobody else has any.',
          ignore,
        ],
      }
    case 'resetPassword':
      return {
        subject: 'Reset your password',
        before: [`Hello ${alias},`, 'choose a new password with the link below.'],
        button: 'Reset Password',
        after: [
          'The link works once, for an hour. A new password ends every session, API key and passkey.',
          ignore,
        ],
      }
    case 'proveOldEmail':
      return {
        subject: 'Your email is to change',
        before: [
          `Hello ${alias},`,
          `the address of your account is to become ${mail.newEmail}. Please confirm that this is your wish; the new address gets a mail of its own.`,
        ],
        button: 'Confirm Change',
        after: ['The link works once, for 24 hours.', notYou],
      }
    case 'proveNewEmail':
      return {
        subject: 'Confirm your new email',
        before: [
          `Hello ${alias},`,
          'please confirm that this address is yours. Your account moves to it then.',
        ],
        button: 'Confirm Address',
        after: ['The link works once, for 24 hours.', ignore],
      }
    case 'confirmErasure':
      return {
        subject: 'Delete your account?',
        before: [
          `Hello ${alias},`,
          'please confirm that your account is to be deleted. Your name, plays and places go from every page, file and board, 7 days after you confirm; until then you can take it back.',
        ],
        button: 'Delete My Account',
        after: ['The link works once, for 24 hours.', ignore, ...questions],
      }
    case 'passwordChanged':
      return notice(alias, 'Your password was changed', 'the password of your account was changed.')
    case 'passkeyAdded':
      return notice(alias, 'A passkey was added', `the passkey "${mail.name}" was added to your account.`)
    case 'passkeyDeleted':
      return notice(
        alias,
        'A passkey was deleted',
        `the passkey "${mail.name}" was deleted from your account.`,
      )
    case 'emailVerified':
      return notice(alias, 'Your email is verified', 'this address is verified now as that of your account.')
    case 'emailChanged':
      return notice(
        alias,
        'Your email was changed',
        `the address of your account is ${mail.newEmail} now. This one gets no more mails.`,
      )
    case 'erasureAsked':
      return {
        subject: 'Your account will be deleted',
        before: [
          `Hello ${alias},`,
          `your account will be deleted on ${dayAndTime(mail.eraseAt, timeZone)}.`,
          'Until then you can take it back: sign in, Edit Profile, Your Data.',
        ],
        after: [notYou, ...questions],
      }
    case 'erasureTakenBack':
      return notice(alias, 'Your account stays', 'your account will not be deleted: that was taken back.')
  }
}

function notice(alias: string, subject: string, sentence: string): LetterWords {
  return { subject, before: [`Hello ${alias},`, sentence], after: [notYou] }
}

function dayAndTime(iso: string, timeZone: string | null): string {
  const time = DateTime.fromISO(iso, { zone: timeZone ?? 'utc' }).setLocale('en')
  return `${time.toFormat('d LLLL yyyy, HH:mm')} (${timeZone ?? 'UTC'})`
}
