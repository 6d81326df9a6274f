import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import { kafkaAddress } from '../ledger/kafka/address.ts'

/** The schema of a URL with one of these protocols and a host. */
function address(protocols: readonly string[], example: string) {
  return z.string().refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }, `must look like ${example}`)
}

/** Postgres 15 or newer. */
export const databaseUrl = address(
  ['postgres:', 'postgresql:'],
  'postgres://user:password@host:5432/database',
)

/** `kafka://host:9092/prefix`. */
export const ledgerUrl = z.string().check((ctx) => {
  try {
    kafkaAddress(ctx.value)
  } catch (error) {
    const message = errorMessage(error)
    ctx.issues.push({ code: 'custom', message, input: ctx.value })
  }
})
export const redisUrl = withEncodedUser(address(['redis:', 'rediss:'], 'redis://host:6379'))
export const storageUrl = address(['s3:'], 's3://bucket?endpoint=https://host')
export const mailUrl = withEncodedUser(address(['smtp:', 'smtps:'], 'smtp://user:password@host:587'))

/** Refuses a user or password that cannot be decoded, such as `50%off`: their clients would throw when they connect. */
function withEncodedUser(schema: z.ZodString): z.ZodString {
  return schema.refine((text) => {
    if (!URL.canParse(text)) return true
    const { username, password } = new URL(text)
    try {
      decodeURIComponent(`${username}:${password}`)
      return true
    } catch {
      return false
    }
  }, 'user and password must be percent-encoded, with %25 for %')
}
