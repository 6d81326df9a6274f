import { DateTime } from 'luxon'
import type { Mail } from './mails.ts'

export interface MailTexts {
  readonly subject: string
  /** Paragraphs, plain text. */
  readonly before: readonly string[]
  /** Label of the button, when the mail has a link. */
  readonly button?: string
  readonly after: readonly string[]
}

/** A mail whose text follows from its details. */
type FixedMail = Exclude<Mail, { kind: 'weeklyNotifications' }>

interface AboutRecipient {
  /** Null while the address is unverified: then the mail must not contain text chosen by the account's creator. */
  readonly alias: string | null
  /** IANA name, or null. */
  readonly timeZone: string | null
  /** Contact address of the operator, or null. */
  readonly contact: string | null
}

const notYou =
  "Wasn't you? Reset your password right away (Login, Forgot password?). This ends every session, API key and passkey."
const ignore = "Didn't ask for this? You can ignore this mail."

export function mailTextsOf(mail: FixedMail, { alias, timeZone, contact }: AboutRecipient): MailTexts {
  const hello = alias === null ? 'Hello,' : `Hello ${alias},`
  const questions = contact === null ? [] : [`Questions? ${contact}`]
  switch (mail.kind) {
    case 'verifyEmail':
      return {
        subject: 'Verify your email',
        before: [
          'Hello,',
          "Please verify your email. You'll need it to get back into your account if you forget your password.",
        ],
        button: 'Verify Email',
        after: ['The link works once and expires in 7 days.', ignore],
      }
    case 'resetPassword':
      return {
        subject: 'Reset your password',
        before: [hello, 'Use the link below to choose a new password.'],
        button: 'Reset Password',
        after: [
          'The link works once and expires in an hour. A new password ends every session, API key and passkey.',
          ignore,
        ],
      }
    case 'proveOldEmail':
      return {
        subject: 'Confirm your email change',
        before: [
          hello,
          `You asked to change your email to ${mail.newEmail}. Please confirm it here, and with the link we sent to the new address.`,
        ],
        button: 'Confirm Change',
        after: ['The link works once and expires in 24 hours.', notYou],
      }
    case 'proveNewEmail':
      return {
        subject: 'Confirm your new email',
        before: ['Hello,', 'Please confirm that this is your new email.'],
        button: 'Confirm Address',
        after: ['The link works once and expires in 24 hours.', ignore],
      }
    case 'confirmErasure':
      return {
        subject: 'Delete your account?',
        before: [
          hello,
          "Please confirm that you want to delete your account. We'll delete your name, plays and ranks everywhere 7 days after you confirm. Until then you can change your mind.",
        ],
        button: 'Delete My Account',
        after: ['The link works once and expires in 24 hours.', ignore, ...questions],
      }
    case 'passwordChanged':
      return notice(hello, 'Your password was changed', 'The password of your account was changed.')
    case 'passkeyAdded':
      return notice(hello, 'A passkey was added', `${passkey(mail.name, alias)} was added to your account.`)
    case 'passkeyDeleted':
      return notice(
        hello,
        'A passkey was deleted',
        `${passkey(mail.name, alias)} was deleted from your account.`,
      )
    case 'emailVerified':
      return notice(hello, 'Your email is verified', 'You verified this address for your account.')
    case 'emailChanged':
      return notice(
        hello,
        'Your email was changed',
        `Your email is now ${mail.newEmail}. We won't send mail to this address anymore.`,
      )
    case 'erasureAsked':
      return {
        subject: 'Your account will be deleted',
        before: [
          hello,
          `Your account will be deleted on ${dayAndTime(mail.eraseAt, timeZone)}.`,
          'Changed your mind? Sign in and go to Edit Profile, Your Data.',
        ],
        after: [notYou, ...questions],
      }
    case 'erasureTakenBack':
      return notice(hello, "Your account won't be deleted", 'You cancelled the deletion of your account.')
    case 'publishedRows':
      return {
        subject: 'Our privacy policy changes: published data',
        before: [
          hello,
          `The data that this site publishes for analysis will have one row for each play, from ${dayAndTime(mail.from, timeZone)} on. Until now it was counts with random noise.`,
          'A row has the chart, the week, the scores and the judgments, under a number drawn anew for each series: no name, text, country or exact time. Anybody can match rows to names as long as this site shows the same plays.',
          'You can keep your plays out of it: Edit Profile, Your Data. If you do so before that day, they are in no series.',
        ],
        after: questions,
      }
  }
}

function notice(hello: string, subject: string, sentence: string): MailTexts {
  return { subject, before: [hello, sentence], after: [notYou] }
}

function passkey(name: string, alias: string | null): string {
  return alias === null ? 'A passkey' : `The passkey "${name}"`
}

function dayAndTime(iso: string, timeZone: string | null): string {
  const time = DateTime.fromISO(iso, { zone: timeZone ?? 'utc' }).setLocale('en')
  return `${time.toFormat('d LLLL yyyy, HH:mm')} (${timeZone ?? 'UTC'})`
}
