import { isAbsolute } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultRateLimits } from '../limits/rate-limits.ts'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('has defaults for a local server on port 8080', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      databaseUrl: null,
      ledgerUrl: null,
      redisUrl: null,
      storageUrl: null,
      mailUrl: null,
      mailFrom: 'Stepledger <no-reply@localhost>',
      rateLimits: defaultRateLimits,
      minFreeDisk: null,
      sockets: { total: 10_000, perAddress: 100, perAccount: 20 },
      streams: { total: 1_000, perAddress: 10, delayMinutes: 15 },
      trustProxy: false,
      checkAnswers: false,
      publishedData: { at: 4 * 60, keep: 1, licence: null },
      closeCompetitionsAfterMs: 72 * 3_600_000,
      logLevel: 'info',
    })
    expect(isAbsolute(config.dataDir)).toBe(true)
  })

  it('reads all variables and treats empty ones as not set', () => {
    const config = readConfig({
      PORT: '9000',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://scores.example/',
      DATABASE_URL: 'postgres://me:secret@db/ledger',
      LEDGER_URL: 'kafka://broker:9092/live',
      REDIS_URL: 'rediss://me:secret@cache:6380',
      STORAGE_URL: '',
      MAIL_URL: 'smtps://me:secret@mail',
      MAIL_FROM: 'Scores <hello@scores.example>',
      CONTACT: 'https://scores.example/help',
      COMMUNITY_CHAT_URL: 'https://chat.example/invite',
      RATE_LIMIT_PLAY: '10/1',
      RATE_LIMIT_PASSWORD: '3/60',
      PLAY_BYTES_PER_DAY: '16MiB',
      PLAY_BYTES_PER_DAY_ADDRESS: '32MiB',
      MIN_FREE_DISK: '3GiB',
      MAX_SOCKETS: '500',
      MAX_SOCKETS_PER_ADDRESS: '50',
      MAX_SOCKETS_PER_ACCOUNT: '5',
      MAX_STREAMS: '50',
      MAX_STREAMS_PER_ADDRESS: '3',
      STREAM_DELAY: '0',
      TRUST_PROXY: '10.0.0.0/8, loopback',
      DATA_EXPORT_AT: '23:30',
      DATA_KEEP: '30',
      DATA_LICENCE: ' CC0 1.0 ',
      EVENT_CLOSE_AFTER: 'off',
      LOG_LEVEL: 'warn',
    })
    expect(config).toMatchObject({
      port: 9000,
      host: '0.0.0.0',
      publicUrl: 'https://scores.example',
      databaseUrl: 'postgres://me:secret@db/ledger',
      ledgerUrl: 'kafka://broker:9092/live',
      redisUrl: 'rediss://me:secret@cache:6380',
      storageUrl: null,
      mailUrl: 'smtps://me:secret@mail',
      mailFrom: 'Scores <hello@scores.example>',
      contact: 'https://scores.example/help',
      communityChat: 'https://chat.example/invite',
      rateLimits: {
        ...defaultRateLimits,
        play: { calls: 10, seconds: 1 },
        password: { calls: 3, seconds: 60 },
        playBytesPerDay: 16 * 1024 * 1024,
        unverifiedBytesPerDay: 8 * 1024 * 1024,
        addressBytesPerDay: 32 * 1024 * 1024,
      },
      minFreeDisk: 3 * 1024 ** 3,
      sockets: { total: 500, perAddress: 50, perAccount: 5 },
      trustProxy: '10.0.0.0/8, loopback',
      publishedData: { at: 23 * 60 + 30, keep: 30, licence: 'CC0 1.0' },
      closeCompetitionsAfterMs: null,
    })
    expect(readConfig({ DATA_EXPORT: 'off' }).publishedData.at).toBeNull()
    expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000')
    expect(readConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
    expect(readConfig({ MIN_FREE_DISK: '0' }).minFreeDisk).toBe(0)
    expect(readConfig({ MIN_FREE_DISK: '1500000' }).minFreeDisk).toBe(1_500_000)
    expect(readConfig({ RATE_LIMITS: 'off' })).toMatchObject({
      rateLimits: 'off',
      sockets: { total: 10_000, perAddress: Infinity, perAccount: Infinity },
    })
  })

  it.each([
    [{ PORT: '80a' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535'],
    [
      { PUBLIC_URL: 'ftp://x' },
      'PUBLIC_URL: must be an http or https address, such as https://scores.example',
    ],
    [{ PUBLIC_URL: 'https://x/y' }, 'PUBLIC_URL: must be a host alone, without a path'],
    [
      { DATABASE_URL: 'mysql://secret@x' },
      'DATABASE_URL: must look like postgres://user:password@host:5432/database',
    ],
    [{ LEDGER_URL: 'kafka' }, 'LEDGER_URL: must look like kafka://host:9092/prefix'],
    [{ LEDGER_URL: 'kafka://host:9092/a/b' }, /^LEDGER_URL: the prefix may have letters, digits/],
    [{ REDIS_URL: 'http://:secret@host:6379' }, 'REDIS_URL: must look like redis://host:6379'],
    [{ STORAGE_URL: 'file:///x' }, 'STORAGE_URL: must look like s3://bucket?endpoint=https://host'],
    [{ MAIL_URL: 'http://host:587' }, 'MAIL_URL: must look like smtp://user:password@host:587'],
    [{ MAIL_URL: 'smtp://me:50%off@host' }, /^MAIL_URL: user and password must be percent-encoded/],
    [{ REDIS_URL: 'redis://:50%off@host' }, /^REDIS_URL: user and password must be percent-encoded/],
    [{ MAIL_FROM: 'Stepledger' }, 'MAIL_FROM: must be an address, such as Scores <no-reply@scores.example>'],
    [
      { MAIL_FROM: 'A <a@x.example>\r\nBcc: b@x.example' },
      'MAIL_FROM: must be an address, such as Scores <no-reply@scores.example>',
    ],
    [
      { CONTACT: 'javascript:alert(1)' },
      'CONTACT: must be a mail address or a web address, such as help@scores.example',
    ],
    [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS: must be on or off'],
    [{ RATE_LIMIT_PLAY: '120' }, 'RATE_LIMIT_PLAY: must be calls/seconds, such as 120/60'],
    [{ RATE_LIMIT_PLAY: '0/60' }, 'RATE_LIMIT_PLAY: must be calls/seconds, such as 120/60'],
    [{ RATE_LIMIT_PLAYS: '1/1' }, /^RATE_LIMIT_PLAYS: no such limit; there are RATE_LIMIT_READ, /],
    [
      { PLAY_BYTES_PER_DAY: '64 MB' },
      'PLAY_BYTES_PER_DAY: must be a number of bytes, such as 67108864 or 64MiB',
    ],
    [
      { PLAY_BYTES_PER_DAY: '1MiB' },
      'PLAY_BYTES_PER_DAY: must be at least 8MiB, or the longest plays never fit',
    ],
    [{ MIN_FREE_DISK: '10%' }, 'MIN_FREE_DISK: must be a number of bytes, such as 67108864 or 64MiB'],
    [{ MAX_SOCKETS: '0' }, 'MAX_SOCKETS: must be a whole number from 1 to 1000000'],
    [{ STREAM_DELAY: '-1' }, 'STREAM_DELAY: must be a whole number from 0 to 1440'],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: must be off, a number of proxies/],
    [{ TRUST_PROXY: '10.0.0.0/' }, /^TRUST_PROXY: must be off, a number of proxies/],
    [{ TRUST_PROXY: '10.0.0.0/0' }, /^TRUST_PROXY: must be off, a number of proxies/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY: must be off, a number of proxies/],
    [{ DATA_EXPORT_AT: '24:00' }, 'DATA_EXPORT_AT: must be a time of day by UTC, such as 04:00'],
    [{ DATA_KEEP: '0' }, 'DATA_KEEP: must be a whole number from 1 to 100'],
    [{ DATA_LICENCE: 'CC0\nand more' }, 'DATA_LICENCE: must be one line'],
    [{ EVENT_CLOSE_AFTER: '3d' }, 'EVENT_CLOSE_AFTER: must be hours from 0 to 8760, or off'],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
  ])('refuses %o with one line that names variable and reason', (env, line) => {
    expect(() => readConfig(env)).toThrow(line)
    expect(() => readConfig(env)).not.toThrow(/\n|secret/)
  })

  it('names the variable of an address that is none', () => {
    expect(() => readConfig({ PUBLIC_URL: 'foo' })).toThrow(/^PUBLIC_URL: must be an http or https address/)
    expect(() => readConfig({ PUBLIC_URL: 'https://a.example/b' })).toThrow(
      /^PUBLIC_URL: must be a host alone/,
    )
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['PUBLIC_URLS', 'PUBLIC_URL'],
    ['MIGRATION_DATABASEURL', 'MIGRATION_DATABASE_URL'],
    ['TRUST_PROXIE', 'TRUST_PROXY'],
    ['DATADIR', 'DATA_DIR'],
    ['RATELIMITS', 'RATE_LIMITS'],
    ['MAX_SOCKETS_PER_IP', 'MAX_SOCKETS'],
    ['PLAY_BYTES_DAILY', 'PLAY_BYTES_PER_DAY'],
  ])('refuses %s, and names %s', (name, meant) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(
      new RegExp(`^${name}: no such setting. Did you mean ${meant}`),
    )
  })

  it('accepts variables of other programs', () => {
    const names = `PATH HOME HOSTNAME PORTS PGDATA PGHOST DATABASE_HOST DATABASE_URI DB_URL REDIS_PORT REDIS_HOST LOGLEVEL
      LOG_FORMAT LOG_FILE KAFKA_URL EMAIL_URL MAILTO MAIL_HOST XDG_DATA_DIRS XDG_DATA_HOME NODE_OPTIONS NODE_ENV AWS_REGION
      AWS_ACCESS_KEY_ID INVOCATION_ID KUBERNETES_SERVICE_HOST DATA_SOURCE PUBLIC_KEY STORAGE_CLASS CONTEXT CONTENT
      PROXY_URL HTTP_PROXY VITE_API_URL npm_config_cache`
    expect(() => readConfig(Object.fromEntries(names.split(/\s+/).map((name) => [name, 'x'])))).not.toThrow()
  })
})
