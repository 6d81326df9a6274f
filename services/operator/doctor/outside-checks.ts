import { once } from 'node:events'
import { connect } from 'node:tls'
import { asError, errorMessage } from '@stepledger/contracts/error-message.ts'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import { describeDrift, inspectTopics, type TopicState } from '../../platform/ledger/kafka/topics.ts'
import { silentLog } from '../../platform/log/log.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { fetchServerHealth } from '../status/status-store.ts'
import { lacksStorage } from '../store.ts'
import { serverFindings } from './database-checks.ts'
import { type Check, check, type Finding, soon, wrong } from './finding.ts'

export function outsideChecks(config: Config, now: () => number): Check[] {
  const { ledgerUrl, redisUrl, storageUrl, publicUrl, databaseUrl } = config
  return [
    ...(databaseUrl === null ? [] : [check('server', () => checkServer(publicUrl))]),
    check('mail', () => checkMailServer(config, now)),
    ...(ledgerUrl === null ? [] : [check('topics', () => checkTopics(ledgerUrl))]),
    ...(redisUrl === null ? [] : [check('redis', () => checkRedis(redisUrl))]),
    ...(storageUrl === null ? [] : [check('storage', () => checkStorage(config, process.env, now))]),
    ...(lacksStorage(config) ? [check('storage', checkUnsetStorage)] : []),
    ...(publicUrl.startsWith('https:') ? [check('certificate', () => checkCertificate(publicUrl, now))] : []),
  ]
}

const serverMs = 3_000

/** With an external database only the public address of its servers is known. */
async function checkServer(publicUrl: string): Promise<Finding[]> {
  const server = await fetchServerHealth(publicUrl, serverMs)
  // Not a finding: the address may be reachable for players only.
  if (!server.answers) throw new Error(`no server answers at ${publicUrl} (PUBLIC_URL) from here`)
  return serverFindings(server)
}

/** Connects to the mail server and signs in. Without MAIL_URL mails are files, and nothing is checked. */
async function checkMailServer(
  { mailUrl, mailFrom, dataDir }: Config,
  now: () => number,
): Promise<Finding[]> {
  if (mailUrl === null) return []
  const { openMailer } = await import('../../platform/mail/open-mailer.ts')
  const mailer = await openMailer({ url: mailUrl, from: mailFrom, dataDir, log: silentLog, now })
  try {
    await mailer.check()
    return []
  } catch (error) {
    return wrong(
      'mail',
      `The mail server ${new URL(mailUrl).host} does not answer: ${errorMessage(error)}. Mails wait, for at most three days.`,
      'Check MAIL_URL and the mail server.',
    )
  } finally {
    await mailer.close()
  }
}

/** Timeout of connecting, ms. */
const topicsMs = 3_500

/** Compares the topics of a ledger in Kafka with their required settings. */
async function checkTopics(ledgerUrl: string): Promise<Finding[]> {
  const address = kafkaAddress(ledgerUrl)
  const { openAdmin } = await import('../../platform/ledger/kafka/topic-admin.ts')
  const admin = await openAdmin(address, topicsMs)
  try {
    return (await inspectTopics(admin, address, false)).flatMap(topicFindings)
  } finally {
    await admin.close()
  }
}

export function topicFindings({ name, state, drifts }: TopicState): Finding[] {
  if (state === 'missing')
    return wrong('topics', `Kafka has no topic ${name}: no server starts.`, '`ledger migrate` creates it.')
  return drifts.flatMap((drift) =>
    wrong(
      'topics',
      `${describeDrift(drift)}: no server starts, and events can be lost.`,
      drift.setting === 'partitions'
        ? `If the ledger was moved to as many, LEDGER_URL needs \`?partitions=${drift.found}\`; otherwise it needs another prefix.`
        : 'Set it with `kafka-configs.sh --alter`; `ledger migrate --check` shows all differences.',
    ),
  )
}

const redisMs = 2_000

async function checkRedis(url: string): Promise<Finding[]> {
  const { closeRedis, connectRedis, redisAnswers } = await import('../../platform/redis/ioredis.ts')
  const reasons: string[] = []
  const note = (line: string) => void reasons.push(line)
  const redis = connectRedis({ url, name: 'doctor', log: { info: () => {}, warn: note, error: note } })
  const answers = await redisAnswers(redis, redisMs)
  if (answers) {
    await closeRedis(redis)
    return []
  }
  redis.disconnect()
  const reason = reasons[0] === undefined ? 'no answer' : reasons[0].replace(/^.* is lost: /, '')
  return wrong(
    'redis',
    `Redis at ${new URL(url).host} does not answer (${reason}): boards are read from Postgres, changes appear a second later, and rate limits count per process.`,
    'Check REDIS_URL and start Redis. Servers reconnect by themselves; nothing is lost.',
  )
}

const storageMs = 3_500

/** Checks the bucket in S3. Storage in DATA_DIR is covered by the check of the disk. */
async function checkStorage(
  { storageUrl, dataDir, publicUrl }: Config,
  env: Readonly<Record<string, string | undefined>>,
  now: () => number,
): Promise<Finding[]> {
  const opening = openStorage({ url: storageUrl, dataDir, publicUrl: () => publicUrl, env, now })
  try {
    const storage = await withDeadline(storageMs, opening, 'the request for the bucket')
    await storage.close()
    return []
  } catch (error) {
    const reason =
      error instanceof TimeoutError ? `S3 does not answer: ${error.message}` : errorMessage(error)
    return wrong(
      'storage',
      `The storage cannot be used: ${reason.replace(/^STORAGE_URL: /, '')}.`,
      'Check STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the bucket.',
    )
  }
}

/** Of a distributed system without STORAGE_URL. */
async function checkUnsetStorage(): Promise<never> {
  throw new Error(
    'STORAGE_URL is not set here. If servers keep files in a bucket, `ledger dump` with these settings leaves them out',
  )
}

/** Time before the end of a certificate from which a warning is due; Let's Encrypt renews 30 days before. */
const warningDays = 14
const certificateMs = 3_500

const dayMs = 24 * 3_600_000

/** What a TLS server presented. `refusal`: why a browser would refuse it, or null. */
interface PresentedCertificate {
  readonly validTo: Date
  readonly refusal: string | null
}

/** Reads the certificate of the public address and checks it. `now`: ms since 1970. */
async function checkCertificate(publicUrl: string, now: () => number): Promise<Finding[]> {
  const { hostname, port } = new URL(publicUrl)
  const presented = await fetchCertificate(hostname, port === '' ? 443 : Number(port)).catch(asError)
  return certificateFindings(publicUrl, presented, now())
}

export function certificateFindings(
  url: string,
  presented: PresentedCertificate | Error,
  now: number,
): Finding[] {
  if (presented instanceof Error)
    return wrong(
      'certificate',
      `${url} cannot be reached from here: ${presented.message}.`,
      'Check PUBLIC_URL, its name in DNS, and the reverse proxy.',
    )
  const { validTo, refusal } = presented
  const days = Math.floor((validTo.getTime() - now) / dayMs)
  const fix = 'The log of the reverse proxy says why it does not renew it: usually port 80 or DNS.'
  if (validTo.getTime() <= now)
    return wrong('certificate', `The certificate of ${url} has expired: games and browsers refuse it.`, fix)
  if (refusal !== null) return wrong('certificate', `The certificate of ${url} is refused (${refusal}).`, fix)
  if (days < warningDays)
    return soon('certificate', `The certificate of ${url} ends in ${days} days and was not renewed.`, fix)
  return []
}

/** Connects without trusting the certificate, so that an invalid one can be described. */
async function fetchCertificate(host: string, port: number): Promise<PresentedCertificate> {
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: certificateMs })
  try {
    await Promise.race([
      once(socket, 'secureConnect'),
      once(socket, 'timeout').then(() => {
        throw new Error(`no answer within ${certificateMs / 1000} s`)
      }),
    ])
    const refusal = socket.authorizationError
    return {
      validTo: new Date(socket.getPeerCertificate().valid_to),
      refusal: refusal ? String(refusal) : null,
    }
  } finally {
    socket.destroy()
  }
}
