import { expect, it } from 'vitest'
import { announceMail, openMailer } from './open-mailer.ts'

it('a start says that links are in the log, or that the mail server does not answer', async () => {
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  const log = { info: write, warn: write, error: write }
  for (const url of [null, 'smtp://me:secret@127.0.0.1:1']) {
    const mailer = await openMailer({ url, from: 'a@example.org', dataDir: '/data', log, now: Date.now })
    await announceMail(mailer, { url, dataDir: '/data', log })
    await mailer.close()
  }
  expect(lines).toEqual([
    'MAIL_URL is not set: mails are files in /data/mail, and their links, such as those to reset a password, are in this log',
    expect.stringMatching(
      /^MAIL_URL: the mail server 127\.0\.0\.1:1 does not answer: connect ECONNREFUSED 127\.0\.0\.1:1\. Mails wait, and are sent when it does$/,
    ),
  ])
})
