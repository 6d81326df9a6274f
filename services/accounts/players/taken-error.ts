import topLevelDomains from 'tlds' with { type: 'json' }
import { HttpError, invalidField } from '../../platform/http/http-error.ts'
import { inAscii, looksOf } from '../../platform/text/looks.ts'
import { findPlayerRow } from '../player-row.ts'
import type { AccountsDatabase } from '../tables.ts'

const conflicts = {
  email: { field: 'email', reason: 'An account with this email already exists' },
  alias: { field: 'alias', reason: 'This alias is already taken' },
  look: { field: 'alias', reason: 'This alias looks like one that is already taken' },
} as const
type Taken = keyof typeof conflicts

/** Throws 422 for an alias that is not allowed. */
export function refuseInvalidAlias(alias: string): void {
  const reason = aliasProblem(alias)
  if (reason !== null) throw invalidField('alias', reason)
}

/** 409 that names the fields another account already has. */
export function takenError(found: readonly Taken[]): HttpError {
  const reasons = found.map((each) => conflicts[each])
  const [{ field, reason } = conflicts.alias] = reasons
  return new HttpError(409, reason, { field, reasons })
}

interface Candidate {
  readonly aliasKey: string
  readonly looks: readonly string[]
  /** Null: not to be checked. */
  readonly emailKey: string | null
  /** The account to change; null for a new one. */
  readonly playerId: string | null
}

/** Its former aliases count too. */
export async function findTaken(db: AccountsDatabase, candidate: Candidate): Promise<Taken[]> {
  const found: Taken[] = []
  if (await isEmailTaken(db, candidate)) found.push('email')
  if (await isAliasTaken(db, candidate)) found.push('alias')
  else if (await isLookTaken(db, candidate)) found.push('look')
  return found
}

async function isEmailTaken(db: AccountsDatabase, { emailKey, playerId }: Candidate): Promise<boolean> {
  if (emailKey === null) return false
  const row = await findPlayerRow(db, 'email_key', emailKey)
  return row !== undefined && row.id !== playerId
}

async function isAliasTaken(db: AccountsDatabase, { aliasKey, playerId }: Candidate): Promise<boolean> {
  const rows = await db
    .selectFrom('accounts.aliases')
    .select('player_id')
    .where('alias_key', '=', aliasKey)
    .execute()
  return rows.some((row) => row.player_id !== playerId)
}

async function isLookTaken(db: AccountsDatabase, { looks, playerId }: Candidate): Promise<boolean> {
  const rows = await db
    .selectFrom('accounts.alias_looks')
    .select('player_id')
    .where('look', 'in', looks)
    .execute()
  return rows.some((row) => row.player_id !== playerId)
}

/** Maps a unique violation of two concurrent registrations to 409; null for any other error. */
export function takenErrorOf(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null
  if (error.constraint === 'alias_is_unique') return takenError(['alias'])
  if (error.constraint === 'look_is_unique') return takenError(['look'])
  if (error.constraint === 'email_is_unique') return takenError(['email'])
  return null
}

/** Names that would impersonate the site. */
const reserved = [
  'admin',
  'administrator',
  'deleted_player',
  'mod',
  'moderator',
  'no-reply',
  'official',
  'operator',
  'postmaster',
  'root',
  'security',
  'staff',
  'stepledger',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'webmaster',
]

const reservedLooks: ReadonlySet<string> = new Set(reserved.flatMap(nameLooks))

/** Why this alias is not allowed, for the form; null when it is. Applies to new aliases only. */
function aliasProblem(alias: string): string | null {
  if (isAddress(alias)) return 'Alias must not contain a web address'
  if (nameLooks(alias).some((look) => reservedLooks.has(look))) return 'This alias is reserved'
  return null
}

/**
 * Skeletons without accents and punctuation: `A.d-m_i.ń` matches admin. Also without mathematical symbols, but some of
 * these look like letters.
 */
function nameLooks(name: string): string[] {
  return [/[\p{P}\p{Sc}\p{Sk}\p{So}]/gu, /[\p{P}\p{S}]/gu].flatMap((marks) =>
    looksOf(name.replace(marks, '')).map((look) => look.replace(/\p{M}/gu, '')),
  )
}

const domains: ReadonlySet<string> = new Set(topLevelDomains)
/** The parts of names with dots between letters or digits, each but the first one. */
const afterDot = /(?<=[\p{L}\p{N}-]\.)[\p{L}\p{N}-]+/gu

/** Whether it is, or looks like, something that programs make a link of. */
function isAddress(alias: string): boolean {
  const written = alias.normalize('NFKC').replaceAll('。', '.').toLowerCase()
  return [written, inAscii(written).replace(/\p{M}/gu, '')].some(
    (text) =>
      /:[/\\]{2}|\bwww\.|\b\d+\.\d+\.\d+\.\d+\b/.test(text) ||
      text.match(afterDot)?.some((part) => domains.has(part)),
  )
}
