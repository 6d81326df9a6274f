import { type Permission, permission } from '@stepledger/contracts/permissions.ts'
import { InvalidArgumentError } from 'commander'

/** A permission by its name. Throws InvalidArgumentError. */
export function permissionArgument(text: string): Permission {
  const parsed = permission.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError(`There are ${permission.options.join(' and ')}.`)
  return parsed.data
}
