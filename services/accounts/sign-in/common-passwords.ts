import { dictionary } from '@zxcvbn-ts/language-common'
import { invalidField } from '../../platform/http/http-error.ts'

/** Minimum length of a password (contracts/http/accounts.ts). Shorter ones are left out of the list. */
const minLength = 6

/** In lower case, the most common first. */
const common = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= minLength).slice(0, 10_000),
)

export const tooCommon = 'This password is too common. Choose one that is harder to guess.'

/** Throws 422 for one of the 10,000 most common passwords, ignoring case. `field`: its name in the body. */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (common.has(password.normalize('NFKC').toLowerCase())) throw invalidField(field, tooCommon)
}
