import { breaksRule, HttpError } from '../../platform/http/http-error.ts'
import { aliasProblem } from '../identity/alias-problem.ts'
import type { AccountsDatabase } from '../tables.ts'

/** What another account has already, and what is said of it. */
const answers = {
  email: { field: 'email', reason: 'An account with this email already exists' },
  alias: { field: 'alias', reason: 'This alias is already taken' },
  look: { field: 'alias', reason: 'This alias looks like one that is already taken' },
} as const
type Taken = keyof typeof answers

/** Throws 422 for an alias that nobody may take. */
export function refuseInvalidAlias(alias: string): void {
  const reason = aliasProblem(alias)
  if (reason !== null) throw breaksRule('alias', reason)
}

/** 409: names what another account has already. */
export function taken(found: readonly Taken[]): HttpError {
  const reasons = found.map((each) => answers[each])
  const [{ field, reason } = answers.alias] = reasons
  return new HttpError(409, reason, { field, reasons })
}

export interface Wanted {
  readonly aliasKey: string
  readonly looks: readonly string[]
  /** Null: none is wanted. */
  readonly emailKey: string | null
  /** Who wants it; null while there is no account yet. */
  readonly playerId: string | null
}

/** Which of these another account has already; of aliases also which one it had before. */
export async function findTaken(db: AccountsDatabase, wanted: Wanted): Promise<Taken[]> {
  const found: Taken[] = []
  if (await isEmailTaken(db, wanted)) found.push('email')
  if (await isAliasTaken(db, wanted)) found.push('alias')
  else if (await isLookTaken(db, wanted)) found.push('look')
  return found
}

async function isEmailTaken(db: AccountsDatabase, { emailKey, playerId }: Wanted): Promise<boolean> {
  if (emailKey === null) return false
  const row = await db
    .selectFrom('accounts.players')
    .select('id')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return row !== undefined && row.id !== playerId
}

async function isAliasTaken(db: AccountsDatabase, { aliasKey, playerId }: Wanted): Promise<boolean> {
  const rows = await db
    .selectFrom('accounts.aliases')
    .select('player_id')
    .where('alias_key', '=', aliasKey)
    .execute()
  return rows.some((row) => row.player_id !== playerId)
}

async function isLookTaken(db: AccountsDatabase, { looks, playerId }: Wanted): Promise<boolean> {
  const rows = await db
    .selectFrom('accounts.alias_looks')
    .select('player_id')
    .where('look', 'in', looks)
    .execute()
  return rows.some((row) => row.player_id !== playerId)
}

/** The same, from the constraint that stopped the slower one of two registrations at once; null for any other error. */
export function takenByRace(error: unknown): HttpError | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null
  if (error.constraint === 'alias_is_unique') return taken(['alias'])
  if (error.constraint === 'look_is_unique') return taken(['look'])
  if (error.constraint === 'email_is_unique') return taken(['email'])
  return null
}
