import { dictionary } from '@zxcvbn-ts/language-common'
import { breaksRule } from '../../platform/http/http-error.ts'

/** The shortest password that can be chosen: see contracts/http/accounts.ts. Shorter ones need no place in the list. */
const shortest = 6

/** What those who guess try first, the most common first in the dictionary, in small letters. */
const common = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= shortest).slice(0, 10_000),
)

export const tooCommon = 'This password is too common: it is among the first that anyone tries'

/**
 * Throws 422 for one of the ten thousand most common passwords, in whichever case it is typed. `field`: of the body
 * that has it.
 */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (common.has(password.normalize('NFKC').toLowerCase())) throw breaksRule(field, tooCommon)
}
