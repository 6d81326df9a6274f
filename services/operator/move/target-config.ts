import { resolve } from 'node:path'
import { defaultPartitions, isPartitionCount, maxPartitions } from '@stepledger/contracts/ledger/topic.ts'
import type { Config } from '../../platform/config/config.ts'
import { databaseUrl, ledgerUrl, storageUrl } from '../../platform/config/engine-urls.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import { UsageError } from '../exit-codes.ts'

type PlaceConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'ledgerUrl' | 'storageUrl'>

export interface TargetFlags {
  /** postgres://… or the DATA_DIR of an embedded database. */
  readonly to: string
  /** kafka://…; without it the ledger is in the database. */
  readonly ledger?: string
  /** s3://… or the DATA_DIR with the files; by default DATA_DIR of `to`, or else unchanged. */
  readonly storage?: string
  readonly partitions?: number
}

/**
 * Returns the number of partitions of the new ledger, and its URL with that number; `present`: those of the old one.
 * Throws UsageError.
 */
export function targetPartitions(
  present: number,
  { ledger, partitions }: Pick<TargetFlags, 'ledger' | 'partitions'>,
): { readonly partitions: number; readonly ledger?: string } {
  if (ledger !== undefined) check('--ledger', ledgerUrl, ledger)
  const isNamed = new URLSearchParams(ledger?.split('?')[1]).has('partitions')
  const named = ledger !== undefined && isNamed ? kafkaAddress(ledger).partitions : undefined
  const count = partitions ?? named ?? present
  if (named !== undefined && named !== count)
    throw new UsageError(`--partitions: differs from those in --ledger, ${named}`)
  if (!isPartitionCount(count) || count % present !== 0)
    throw new UsageError(
      `--partitions: must be a multiple of ${present}, which the ledger has, and at most ${maxPartitions}`,
    )
  if (ledger === undefined || named !== undefined || count === defaultPartitions)
    return { partitions: count, ...(ledger !== undefined && { ledger }) }
  return { partitions: count, ledger: `${ledger}${ledger.includes('?') ? '&' : '?'}partitions=${count}` }
}

/** Returns the configuration of the new system. Throws UsageError. */
export function targetConfig(present: Config, { to, ledger, storage }: TargetFlags): Config {
  const toUrl = to.includes('://')
  const storedInS3 = storage?.includes('://') ?? false
  check('--to', toUrl ? databaseUrl : null, to)
  if (ledger !== undefined) check('--ledger', ledgerUrl, ledger)
  if (storage !== undefined && storedInS3) check('--storage', storageUrl, storage)
  const dataDir = resolve(toUrl ? (storage !== undefined && !storedInS3 ? storage : present.dataDir) : to)
  if (storage !== undefined && !storedInS3 && resolve(storage) !== dataDir)
    throw new UsageError('--storage: must be the folder of --to, or an s3 URL')
  return {
    ...present,
    databaseUrl: toUrl ? to : null,
    migrationDatabaseUrl: null,
    ledgerUrl: ledger ?? null,
    storageUrl: storage === undefined ? present.storageUrl : storedInS3 ? storage : null,
    dataDir,
  }
}

function check(flag: string, schema: typeof databaseUrl | null, value: string): void {
  const parsed = schema?.safeParse(value)
  if (parsed?.success === false) throw new UsageError(`${flag}: ${parsed.error.issues[0]?.message}`)
}

/** Human-readable name of a place, without passwords. */
export function placeName({ databaseUrl, dataDir, ledgerUrl }: PlaceConfig): string {
  const database =
    databaseUrl === null ? `embedded Postgres in ${dataDir}` : `Postgres at ${hostAndPath(databaseUrl)}`
  return ledgerUrl === null ? database : `${database} and ${kafkaName(ledgerUrl)}`
}

function kafkaName(url: string): string {
  const { brokers, prefix } = kafkaAddress(url)
  return `Kafka at ${brokers.join(',')}/${prefix}`
}

function hostAndPath(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** Whether both store their files in the same bucket or folder. */
export function hasSameStorage(one: PlaceConfig, other: PlaceConfig): boolean {
  return one.storageUrl === other.storageUrl && (one.storageUrl !== null || one.dataDir === other.dataDir)
}

/** The variables to start a server with, such as `LEDGER_URL=kafka://…`, and those to leave out. Passwords are masked. */
export function settingsOf({ databaseUrl, dataDir, ledgerUrl, storageUrl }: PlaceConfig) {
  const urls = { DATABASE_URL: databaseUrl, LEDGER_URL: ledgerUrl, STORAGE_URL: storageUrl }
  const set: string[] = []
  const unset: string[] = []
  for (const [name, url] of Object.entries(urls))
    if (url === null) unset.push(name)
    else set.push(`${name}=${masked(url)}`)
  if (databaseUrl === null || storageUrl === null) set.push(`DATA_DIR=${dataDir}`)
  return { set, unset }
}

function masked(url: string): string {
  return url.replace(/:\/\/([^/@:]*):[^/@]*@/, '://$1:…@')
}
