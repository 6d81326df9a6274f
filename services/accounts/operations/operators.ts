import { type QueryExecutorProvider, sql } from 'kysely'
import { uniqueKey } from '../players/unique-key.ts'

/** The operator of a command, whom events of the ledger name by id. */
export interface ActingOperator {
  readonly name: string
  /** Whether the name may be the alias of an account, which then acts. */
  readonly mayBeAlias: boolean
  /** Why, in the operator's words; at most 500 characters. */
  readonly reason: string | null
}

/** An operator who is signed in on the site, by the id of the account. */
export interface SignedInOperator {
  readonly id: string
  /** Why, in the operator's words; at most 500 characters. */
  readonly reason: string | null
}

/** The id of the account with this alias, or else of this name, which is created when it is new. Ignores case. */
export async function idOfOperator(
  db: QueryExecutorProvider,
  { name, mayBeAlias }: ActingOperator,
): Promise<string> {
  const key = uniqueKey(name)
  if (mayBeAlias) {
    const account = await sql<{ id: string }>`
      SELECT player_id AS id FROM accounts.aliases WHERE alias_key = ${key} LIMIT 1`.execute(db)
    const [found] = account.rows
    if (found) return found.id
  }
  await sql`INSERT INTO accounts.operators (name, name_key) VALUES (${name}, ${key})
    ON CONFLICT DO NOTHING`.execute(db)
  // A separate statement: the one above does not return a row that another transaction has inserted.
  const named = await sql<{ id: string }>`
    SELECT id FROM accounts.operators WHERE name_key = ${key}`.execute(db)
  const [operator] = named.rows
  if (!operator) throw new Error(`the operator ${name} has no id`)
  return operator.id
}

/** Names by id, of operators without an account. */
export async function namesOfOperators(db: QueryExecutorProvider): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM accounts.operators`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
