import { isIP } from 'node:net'
import { z } from 'zod'
import type { RateLimitName } from '../limits/rate-limits.ts'

export function wholeNumber(min: number, max: number) {
  const reason = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, reason)
    .transform(Number)
    .refine((number) => number >= min && number <= max, reason)
}

/** `04:00`, as minutes after midnight. */
export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day by UTC, such as 04:00')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))

/** A single line of text. */
export function oneLine(max: number) {
  return z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line')
}

const units: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 }

/** `67108864` or `64MiB`. */
export const byteCount = z
  .string()
  .regex(/^\d{1,12}([KMGT]iB)?$/, 'must be a number of bytes, such as 67108864 or 64MiB')
  .transform((text) => Number.parseInt(text, 10) * (units[text.replace(/^\d+/, '')] ?? 1))

export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a web address, such as https://chat.example/invite' })
  .max(200)

/** `help@scores.example`, or `https://scores.example/contact`. */
export const contact = z.union(
  [z.email().max(200), z.url({ protocol: /^https?$/ }).max(200)],
  'must be a mail address or a web address, such as help@scores.example',
)

export const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((text) => text === 'on')

const maxHours = 8_760

/** `72`: hours, at most a year; `off`: null. */
export const hoursOrOff = z
  .string()
  .refine(
    (text) => text === 'off' || (/^\d{1,4}$/.test(text) && Number(text) <= maxHours),
    `must be hours from 0 to ${maxHours}, or off`,
  )
  .transform((text) => (text === 'off' ? null : Number(text)))

/** `120/60`: calls / seconds. */
export const rateLimit = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}$/, 'must be calls/seconds, such as 120/60')
  .transform((text) => {
    const [calls = 0, seconds = 0] = text.split('/').map(Number)
    return { calls, seconds }
  })

export function rateLimitVariable(name: RateLimitName): string {
  return `RATE_LIMIT_${name.toUpperCase()}`
}

const nets = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isProxy(text: string): boolean {
  const [address = '', bits = '1', ...rest] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return nets.has(text) || (rest.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits)
}

const hops = /^[1-9]$/

/** Trusted sources of X-Forwarded-For: none, the last n proxies, or proxies at these addresses. */
export const trustProxy = z
  .string()
  .refine(
    (text) => text === 'off' || hops.test(text) || text.split(',').every((part) => isProxy(part.trim())),
    'must be off, a number of proxies from 1 to 9, or their addresses (192.0.2.1, 10.0.0.0/8, loopback)',
  )
  .transform((text): false | number | string => {
    if (text === 'off') return false
    return hops.test(text) ? Number(text) : text
  })

const sender = /^(?:[^<>\r\n]{1,100}<)?[^\s<>@]{1,64}@[^\s<>@]{1,190}>?$/

/** `Scores <no-reply@scores.example>`, or the address alone. */
export const mailFrom = z
  .string()
  .refine(
    (text) => sender.test(text) && text.includes('<') === text.endsWith('>'),
    'must be an address, such as Scores <no-reply@scores.example>',
  )

export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
