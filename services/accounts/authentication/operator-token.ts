import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ActingOperator } from '../operations/operators.ts'
import { credentialHash } from '../sign-in/credentials.ts'

type OperatorName = Pick<ActingOperator, 'name' | 'mayBeAlias'>

const named = z.object({ name: z.string().trim().min(1).max(60), mayBeAlias: z.boolean() })

/** Who can read the secret of a server may act on it under a name of their own. */
export function operatorToken(secret: string, { name, mayBeAlias }: OperatorName): string {
  return `operator.${secret}.${Buffer.from(JSON.stringify({ name, mayBeAlias })).toString('base64url')}`
}

export function isOperatorToken(token: string): boolean {
  return token.startsWith('operator.')
}

/** Null if the token is not of this secret. */
export function operatorOf(token: string, secret: string): OperatorName | null {
  const [, given = '', name = ''] = token.split('.', 3)
  if (!timingSafeEqual(credentialHash(given), credentialHash(secret))) return null
  try {
    return named.parse(JSON.parse(Buffer.from(name, 'base64url').toString()))
  } catch {
    return null
  }
}
