import { Refusal } from '../../platform/http/refusal.ts'
import type { AccountsDatabase } from '../tables.ts'

/** What another account has already, and what is said of it. */
const answers = {
  email: { field: 'email', reason: 'An account with this email already exists' },
  alias: { field: 'alias', reason: 'This alias is already taken' },
  look: { field: 'alias', reason: 'This alias looks like one that is already taken' },
} as const
type Taken = keyof typeof answers

/** 409: names what another account has already. */
export function taken(found: readonly Taken[]): Refusal {
  const reasons = found.map((each) => answers[each])
  const [{ field, reason } = answers.alias] = reasons
  return new Refusal(409, reason, { field, reasons })
}

export interface Wanted {
  readonly aliasKey: string
  readonly looks: readonly string[]
  readonly emailKey: string
}

/** Which of these another account has already. */
export async function findTaken(db: AccountsDatabase, wanted: Wanted): Promise<Taken[]> {
  const { aliasKey, looks, emailKey } = wanted
  const rows = await db
    .selectFrom('accounts.players')
    .select(['alias_key', 'email_key'])
    .where((row) => row.or([row('alias_key', '=', aliasKey), row('email_key', '=', emailKey)]))
    .execute()
  const found: Taken[] = []
  if (rows.some((row) => row.email_key === emailKey)) found.push('email')
  if (rows.some((row) => row.alias_key === aliasKey)) found.push('alias')
  else if (await isLookTaken(db, looks)) found.push('look')
  return found
}

async function isLookTaken(db: AccountsDatabase, looks: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('accounts.alias_looks')
    .select('look')
    .where('look', 'in', looks)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The same, from the constraint that stopped the slower one of two registrations at once; null for any other error. */
export function takenByRace(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null
  if (error.constraint === 'alias_is_unique') return taken(['alias'])
  if (error.constraint === 'look_is_unique') return taken(['look'])
  if (error.constraint === 'email_is_unique') return taken(['email'])
  return null
}
