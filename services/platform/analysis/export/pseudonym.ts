import { quoted } from './duck.ts'

/**
 * An expression of SQL: 16 hex digits in the place of an id. Without the secret, which nothing keeps, nobody can tell
 * which id it was.
 */
export function pseudonym(id: string, secret: string): string {
  return `left(sha256(${quoted(`${secret}:pseudonym:`)} || ${id}::varchar), 16)`
}
