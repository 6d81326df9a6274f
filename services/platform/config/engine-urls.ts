import { z } from 'zod'

/** Addresses of what can stand in for the embedded engine, by scheme. */
function address(schemes: readonly string[], example: string) {
  return z.string().refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && schemes.includes(url.protocol) && url.hostname !== ''
  }, `must look like ${example}`)
}

/** A well-formed address of something that no adapter speaks to yet. */
function later(schemes: readonly string[], example: string, instead: string) {
  return address(schemes, example).refine(() => false, {
    error: `is not supported yet; leave it out, ${instead}`,
    when: ({ issues }) => issues.length === 0,
  })
}

/** Any Postgres from 15. */
export const databaseUrl = address(
  ['postgres:', 'postgresql:'],
  'postgres://user:password@host:5432/database',
)

/** The path names the ledger on that cluster: its topics begin with it. */
export const ledgerUrl = address(['kafka:'], 'kafka://host:9092/prefix').refine(
  (text) => !URL.canParse(text) || /^\/[\w.-]{1,100}$/.test(new URL(text).pathname),
  'must end in one prefix of letters, digits, dots, dashes and underscores, as in kafka://host:9092/prefix',
)
export const redisUrl = address(['redis:', 'rediss:'], 'redis://host:6379')
export const storageUrl = address(['s3:'], 's3://bucket?endpoint=https://host')
export const mailUrl = later(['smtp:', 'smtps:'], 'smtp://host:587', 'and mails are written under DATA_DIR')
