import { Refusal } from '../platform/http/refusal.ts'
import type { AccountsDatabase } from './tables.ts'

const words = {
  alias: 'This alias is already taken',
  email: 'An account with this email already exists',
}
type Field = keyof typeof words

/** 409: names what another account has already. */
export function taken(fields: readonly Field[]): Refusal {
  const [first = 'alias'] = fields
  const reasons = fields.map((field) => ({ field, reason: words[field] }))
  return new Refusal(409, words[first], { field: first, reasons })
}

/** Which of the two another account has already. */
export async function findTaken(db: AccountsDatabase, aliasKey: string, emailKey: string): Promise<Field[]> {
  const rows = await db
    .selectFrom('accounts.players')
    .select(['alias_key', 'email_key'])
    .where((row) => row.or([row('alias_key', '=', aliasKey), row('email_key', '=', emailKey)]))
    .execute()
  const fields: Field[] = []
  if (rows.some((row) => row.email_key === emailKey)) fields.push('email')
  if (rows.some((row) => row.alias_key === aliasKey)) fields.push('alias')
  return fields
}

/** The same, from the constraint that stopped the slower one of two registrations at once; null for any other error. */
export function takenByRace(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null
  if (error.constraint === 'alias_is_unique') return taken(['alias'])
  if (error.constraint === 'email_is_unique') return taken(['email'])
  return null
}
