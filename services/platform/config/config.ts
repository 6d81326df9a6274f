import { resolve } from 'node:path'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { z } from 'zod'
import { kafkaAddress } from '../ledger/kafka/address.ts'
import { defaultRateLimits, type RateLimits, rateLimitNames } from '../limits/rate-limits.ts'
import {
  byteCount,
  contact,
  hoursOrOff,
  logLevel,
  mailFrom,
  oneLine,
  onOrOff,
  rateLimit,
  rateLimitVariable,
  timeOfDay,
  trustProxy,
  webAddress,
  wholeNumber,
} from './values.ts'

/** The schema of a URL with one of these protocols and a host. */
function address(protocols: readonly string[], example: string) {
  return z.string().refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
  }, `must look like ${example}`)
}

/** Postgres 15 or newer. */
const databaseUrl = address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database')

/** `kafka://host:9092/prefix`. */
const ledgerUrl = z.string().check((ctx) => {
  try {
    kafkaAddress(ctx.value)
  } catch (error) {
    const message = errorMessage(error)
    ctx.issues.push({ code: 'custom', message, input: ctx.value })
  }
})
const redisUrl = withEncodedUser(address(['redis:', 'rediss:'], 'redis://host:6379'))
const storageUrl = address(['s3:'], 's3://bucket?endpoint=https://host')
const mailUrl = withEncodedUser(address(['smtp:', 'smtps:'], 'smtp://user:password@host:587'))

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

/** Upper bound of a stored play, bytes, whatever a body of 4 MiB contains. */
const maxPlayBytes = 8 * 1024 * 1024

const bytesOfPlays = byteCount.refine(
  (bytes) => bytes >= maxPlayBytes,
  'must be at least 8MiB, or the longest plays never fit',
)

/**
 * All settings, by environment variable. HOST defaults to localhost: a laptop in a public network must not offer
 * accounts over plain HTTP. A container, or an arcade that serves its own network, sets HOST=0.0.0.0.
 */
const environment = z.object({
  PORT: wholeNumber(0, 65535).default(8080),
  HOST: z.string().max(255).default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address, such as https://scores.example' })
    .refine(
      (url) => !URL.canParse(url) || (new URL(url).pathname === '/' && !/[?#]/.test(url)),
      'must be a host alone, without a path',
    )
    .transform((url) => (URL.canParse(url) ? new URL(url).origin : url))
    .optional(),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  LEDGER_URL: ledgerUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  STORAGE_URL: storageUrl.optional(),
  MAIL_URL: mailUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  CONTACT: contact.optional(),
  COMMUNITY_CHAT_URL: webAddress.optional(),
  RATE_LIMITS: onOrOff.default(true),
  PLAY_BYTES_PER_DAY: bytesOfPlays.default(defaultRateLimits.playBytesPerDay),
  PLAY_BYTES_PER_DAY_UNVERIFIED: bytesOfPlays.default(defaultRateLimits.unverifiedBytesPerDay),
  PLAY_BYTES_PER_DAY_ADDRESS: bytesOfPlays.default(defaultRateLimits.addressBytesPerDay),
  MIN_FREE_DISK: byteCount.optional(),
  MAX_SOCKETS: wholeNumber(1, 1_000_000).default(10_000),
  MAX_SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(100),
  MAX_SOCKETS_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(20),
  MAX_STREAMS: wholeNumber(1, 1_000_000).default(1_000),
  MAX_STREAMS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(10),
  STREAM_DELAY: wholeNumber(0, 1_440).default(15),
  TRUST_PROXY: trustProxy.default(false),
  CHECK_ANSWERS: onOrOff.default(false),
  DATA_EXPORT: onOrOff.default(true),
  DATA_EXPORT_AT: timeOfDay.default(4 * 60),
  DATA_KEEP: wholeNumber(1, 100).default(1),
  DATA_LICENCE: oneLine(200).optional(),
  EVENT_CLOSE_AFTER: hoursOrOff.default(72),
  MAX_EVENTS_PER_ACCOUNT: wholeNumber(0, 1_000).default(3),
  MAX_DRAFTS_PER_ACCOUNT: wholeNumber(0, 1_000).default(10),
  MAX_EVENT_ROUNDS: wholeNumber(1, 20).default(20),
  MAX_EVENT_CHARTS: wholeNumber(1, 4_000).default(200),
  MAX_EVENT_DAYS: wholeNumber(1, 366).default(366),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address, such as http://collector:4318' })
    .optional(),
  LOG_LEVEL: logLevel.default('info'),
})

export type Config = Readonly<ReturnType<typeof configOf>>

export type Environment = Readonly<Record<string, string | undefined>>

/** An invalid value. The message is one line with the variable and the reason, never the value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the configuration; an empty variable counts as unset. Throws ConfigError, also for a misspelt variable.
 */
export function readConfig(given: Environment): Config {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim()))
  refuseMisspelt(env)
  const read = environment.safeParse(env)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { data } = read
  if (data.MIGRATION_DATABASE_URL && !roleOf(data.DATABASE_URL))
    throw new ConfigError(
      'MIGRATION_DATABASE_URL: needs a DATABASE_URL that names another role, of the application, in the same database',
    )
  return configOf(data, data.RATE_LIMITS ? readRateLimits(env) : null)
}

/** `limitsOfCalls`: null without rate limits. */
function configOf(data: z.output<typeof environment>, limitsOfCalls: RateLimits | null) {
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`
  const whenEnabled = (max: number) => (limitsOfCalls === null ? Number.POSITIVE_INFINITY : max)
  return {
    /** 0: any free port. */
    port: data.PORT,
    host: data.HOST,
    /** Absolute path. */
    dataDir: resolve(data.DATA_DIR),
    /** Public origin of this server, without a trailing slash. */
    publicUrl,
    /** Null: the embedded Postgres under `dataDir`. */
    databaseUrl: data.DATABASE_URL ?? null,
    /** The same database with the role that owns its tables. Null: the role of `databaseUrl` owns them. */
    migrationDatabaseUrl: data.MIGRATION_DATABASE_URL ?? null,
    /** Null: the ledger is stored in the database. */
    ledgerUrl: data.LEDGER_URL ?? null,
    /** Null: push and limits are local to this process, rankings are read from the database. */
    redisUrl: data.REDIS_URL ?? null,
    /** Null: files are stored under `dataDir`. */
    storageUrl: data.STORAGE_URL ?? null,
    /** Null: mails are files under `dataDir`. */
    mailUrl: data.MAIL_URL ?? null,
    /** Sender of mails, `Name <address>`. */
    mailFrom: data.MAIL_FROM ?? `Stepledger <no-reply@${new URL(publicUrl).hostname}>`,
    /** Contact of the operators, an email or web address. Null: not shown. */
    contact: data.CONTACT ?? null,
    /** Web address of the community's chat. Null: not shown. */
    communityChat: data.COMMUNITY_CHAT_URL ?? null,
    rateLimits: limitsOfCalls
      ? {
          ...limitsOfCalls,
          playBytesPerDay: data.PLAY_BYTES_PER_DAY,
          unverifiedBytesPerDay: data.PLAY_BYTES_PER_DAY_UNVERIFIED,
          addressBytesPerDay: data.PLAY_BYTES_PER_DAY_ADDRESS,
        }
      : ('off' as const),
    /**
     * Limit of free disk space, bytes; below it nothing more is stored. Null: a tenth of the disk, from 64 MiB to 1 GiB.
     */
    minFreeDisk: data.MIN_FREE_DISK ?? null,
    /** Limits of concurrent websockets of this process; unlimited per address and account without rate limits. */
    sockets: {
      total: data.MAX_SOCKETS,
      perAddress: whenEnabled(data.MAX_SOCKETS_PER_ADDRESS),
      perAccount: whenEnabled(data.MAX_SOCKETS_PER_ACCOUNT),
    },
    /**
     * Limits of concurrent event streams of this process, unlimited per address without rate limits; and the publication
     * delay after the end of an hour of plays, minutes.
     */
    streams: {
      total: data.MAX_STREAMS,
      perAddress: whenEnabled(data.MAX_STREAMS_PER_ADDRESS),
      delayMinutes: data.STREAM_DELAY,
    },
    /** Fastify's `trustProxy`: false, a number of proxies in front, or their addresses. */
    trustProxy: data.TRUST_PROXY,
    /** Validate every response against its contract; slow, for tests and development. */
    checkAnswers: data.CHECK_ANSWERS,
    publishedData: {
      /** Time of publication, minutes after midnight UTC; null: not scheduled. */
      at: data.DATA_EXPORT ? data.DATA_EXPORT_AT : null,
      /** Maximum number of published series. */
      keep: data.DATA_KEEP,
      /** Display name of the licence. Null: none. */
      licence: data.DATA_LICENCE ?? null,
    },
    /** Delay after the grace period after which a competition is closed, ms. Null: only by an operator. */
    closeCompetitionsAfterMs: data.EVENT_CLOSE_AFTER === null ? null : data.EVENT_CLOSE_AFTER * 3_600_000,
    /** What a player may organise: competitions that are not closed, and drafts; the size of each. */
    organisers: {
      events: data.MAX_EVENTS_PER_ACCOUNT,
      drafts: data.MAX_DRAFTS_PER_ACCOUNT,
      rounds: data.MAX_EVENT_ROUNDS,
      charts: data.MAX_EVENT_CHARTS,
      days: data.MAX_EVENT_DAYS,
    },
    /** Base URL of an OpenTelemetry collector. Null: no traces. */
    tracesUrl: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: data.LOG_LEVEL,
  }
}

/** Throws ConfigError for a variable whose name is a misspelt setting. */
function refuseMisspelt(env: Environment): void {
  const settings = Object.keys(environment.shape)
  for (const name of Object.keys(env)) {
    const meant = misspelt(name, settings)
    // Limits have a message of their own, which lists them.
    if (meant && !name.startsWith('RATE_LIMIT_'))
      throw new ConfigError(`${name}: no such setting. Did you mean ${meant}?`)
  }
}

const roleOf = (url: string | undefined) => url && new URL(url).username

/** `RATE_LIMIT_PLAY=120/60`: 120 calls in 60 seconds. */
function readRateLimits(env: Environment): RateLimits {
  const known = rateLimitNames.map(rateLimitVariable)
  const unknown = Object.keys(env).find((name) => name.startsWith('RATE_LIMIT_') && !known.includes(name))
  if (unknown) throw new ConfigError(`${unknown}: no such limit; there are ${known.join(', ')}`)
  const rateLimits = { ...defaultRateLimits }
  for (const name of rateLimitNames) {
    const text = env[rateLimitVariable(name)]
    if (text === undefined) continue
    const read = rateLimit.safeParse(text)
    if (!read.success) throw new ConfigError(`${rateLimitVariable(name)}: ${read.error.issues[0]?.message}`)
    rateLimits[name] = read.data
  }
  return rateLimits
}

/** Variables of other programs whose names are similar to settings. */
const foreign: ReadonlySet<string> = new Set([
  'LOGLEVEL',
  'EMAIL_URL',
  'EMAIL_FROM',
  'DATABASE_URI',
  'REDIS_URI',
  'MAIL_URI',
  'STORAGE_URI',
  'PUBLIC_URI',
])

/** Beginnings of names that only settings have. */
const ownPrefixes = [
  'PLAY_BYTES_',
  'MAX_SOCKETS',
  'MAX_STREAMS',
  'DATA_EXPORT',
  'MIN_FREE_',
  'EVENT_CLOSE_',
  'MAX_EVENT',
]

/** Shorter names are near too many others. */
const minLength = 7
/** From this length on, two letters may be wrong. */
const longName = 10

/**
 * Returns the setting that a variable means if its name is misspelt: one letter is wrong, missing, doubled or swapped
 * with the next one, in a long name two. Null for settings, and for other names.
 */
function misspelt(name: string, settings: readonly string[]): string | null {
  if (settings.includes(name) || foreign.has(name) || name.length < minLength) return null
  const isOwn = ownPrefixes.some((prefix) => name.startsWith(prefix))
  // Most variables of a process are foreign, and their distances take 20 ms of a start.
  const [nearest] = settings
    .filter((known) => isOwn || Math.abs(known.length - name.length) <= 2)
    .map((known) => ({ known, steps: editDistance(name, known) }))
    .sort((a, b) => a.steps - b.steps)
  if (!nearest) return null
  const { known, steps } = nearest
  return isOwn || steps <= (known.length >= longName ? 2 : 1) ? known : null
}

/** Letters to insert, delete, replace or swap with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (last[j] ?? 0) + 1,
          (last[j - 1] ?? 0) + same,
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
