import { DateTime } from 'luxon'
import type { Mail } from './mails.ts'

export interface MailTexts {
  readonly subject: string
  /** Paragraphs, plain text. */
  readonly before: readonly string[]
  /** What the button says, where the mail holds a link. */
  readonly button?: string
  readonly after: readonly string[]
}

export interface AboutRecipient {
  /** Null where the address is not known to be the player's: such a mail holds nothing that the sender has chosen. */
  readonly alias: string | null
  /** IANA name, or null. */
  readonly timeZone: string | null
  /** How to reach those who run the site, or null. */
  readonly contact: string | null
}

const notYou =
  'If this was not you, choose a new password at once (Login, Forgot password?): it ends every session, API key and passkey.'
const ignore = 'If you did not ask for this, ignore this mail: nothing changes.'

/** What a mail says. */
export function mailTextsOf(mail: Mail, { alias, timeZone, contact }: AboutRecipient): MailTexts {
  const hello = alias === null ? 'Hello,' : `Hello ${alias},`
  const questions = contact === null ? [] : [`Questions? ${contact}`]
  switch (mail.kind) {
    case 'verifyEmail':
      return {
        subject: 'Verify your email',
        before: [
          'Hello,',
          'please verify that this address is yours: only then can you get back into your account when you forget your password.',
        ],
        button: 'Verify Email',
        after: ['The link works once, for 7 days.', ignore],
      }
    case 'resetPassword':
      return {
        subject: 'Reset your password',
        before: [hello, 'choose a new password with the link below.'],
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
          hello,
          `the address of your account is to become ${mail.newEmail}. Please confirm that this is your wish; the new address gets a mail of its own.`,
        ],
        button: 'Confirm Change',
        after: ['The link works once, for 24 hours.', notYou],
      }
    case 'proveNewEmail':
      return {
        subject: 'Confirm your new email',
        before: ['Hello,', 'please confirm that this address is yours. Your account moves to it then.'],
        button: 'Confirm Address',
        after: ['The link works once, for 24 hours.', ignore],
      }
    case 'confirmErasure':
      return {
        subject: 'Delete your account?',
        before: [
          hello,
          'please confirm that your account is to be deleted. Your name, plays and places go from every page, file and board, 7 days after you confirm; until then you can take it back.',
        ],
        button: 'Delete My Account',
        after: ['The link works once, for 24 hours.', ignore, ...questions],
      }
    case 'passwordChanged':
      return notice(hello, 'Your password was changed', 'the password of your account was changed.')
    case 'passkeyAdded':
      return notice(hello, 'A passkey was added', `${passkey(mail.name, alias)} was added to your account.`)
    case 'passkeyDeleted':
      return notice(
        hello,
        'A passkey was deleted',
        `${passkey(mail.name, alias)} was deleted from your account.`,
      )
    case 'emailVerified':
      return notice(hello, 'Your email is verified', 'this address is verified now as that of your account.')
    case 'emailChanged':
      return notice(
        hello,
        'Your email was changed',
        `the address of your account is ${mail.newEmail} now. This one gets no more mails.`,
      )
    case 'erasureAsked':
      return {
        subject: 'Your account will be deleted',
        before: [
          hello,
          `your account will be deleted on ${dayAndTime(mail.eraseAt, timeZone)}.`,
          'Until then you can take it back: sign in, Edit Profile, Your Data.',
        ],
        after: [notYou, ...questions],
      }
    case 'erasureTakenBack':
      return notice(hello, 'Your account stays', 'your account will not be deleted: that was taken back.')
  }
}

function notice(hello: string, subject: string, sentence: string): MailTexts {
  return { subject, before: [hello, sentence], after: [notYou] }
}

function passkey(name: string, alias: string | null): string {
  return alias === null ? 'a passkey' : `the passkey "${name}"`
}

function dayAndTime(iso: string, timeZone: string | null): string {
  const time = DateTime.fromISO(iso, { zone: timeZone ?? 'utc' }).setLocale('en')
  return `${time.toFormat('d LLLL yyyy, HH:mm')} (${timeZone ?? 'UTC'})`
}
