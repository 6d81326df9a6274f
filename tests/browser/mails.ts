import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ParsedMail, simpleParser } from 'mailparser'
import { vi } from 'vitest'

/** Waits for the newest mail of an embedded server to an address, whose subject starts with this text. */
export async function mailTo(dataDir: string, address: string, subject: string): Promise<ParsedMail> {
  const folder = join(dataDir, 'mail')
  return vi.waitUntil(
    async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
      for (const name of names.sort().reverse()) {
        const mail = await simpleParser(await readFile(join(folder, name)))
        if (mail.to && 'text' in mail.to && mail.to.text === address && mail.subject?.startsWith(subject))
          return mail
      }
      return null
    },
    { timeout: 10_000, interval: 50 },
  )
}

/** Path and query of the link in a mail. */
export function pathIn({ text }: ParsedMail): string {
  const link = /https?:\/\/\S+\?token=\S+/.exec(text ?? '')?.[0]
  if (link === undefined) throw new Error(`no link in ${text}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}
