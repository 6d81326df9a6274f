import { hash, verify } from '@node-rs/argon2'

/** Memory in KiB, passes, threads: what OWASP asks of argon2id at the least; about 25 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Argon2id with a salt of its own. The same password typed on another keyboard may be written otherwise in Unicode. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

export interface PasswordCheck {
  /** Costs the same time whether there is a hash or not: how long it takes must not tell whether a mail is registered. */
  matches(password: string, passwordHash: string | undefined): Promise<boolean>
}

export function passwordCheck(): PasswordCheck {
  const nobodys = hashPassword('the password of nobody')
  return {
    async matches(password, passwordHash) {
      const right = await verify(passwordHash ?? (await nobodys), password.normalize('NFKC'))
      return right && passwordHash !== undefined
    },
  }
}
