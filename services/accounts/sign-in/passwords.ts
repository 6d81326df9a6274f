import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { HttpError } from '../../platform/http/http-error.ts'

/** Memory in KiB, passes, threads: what OWASP asks of argon2id at the least; about 25 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of the machine may hash; what waits is hashed within a second or so. */
const usualRoom = { atOnce: Math.max(1, Math.floor(availableParallelism() / 2)), waiting: 40 }

export interface Passwords {
  /** Argon2id with a salt of its own. Throws 503 when too many wait. */
  hash(password: string): Promise<string>
  /**
   * Costs the same time whether there is a hash or not: how long it takes must not tell whether a mail is registered.
   * Who is `known` goes first, and finds room of its own. Throws 503 when too many wait.
   */
  matches(password: string, passwordHash: string | undefined, known?: boolean): Promise<boolean>
}

/**
 * Hashes passwords, few at once and in a row: however many sign in, the other calls have what is left of the machine.
 */
export async function passwords({ atOnce, waiting } = usualRoom): Promise<Passwords> {
  const row = new PQueue({ concurrency: atOnce })
  const inTurn = <T>(work: () => Promise<T>, known = false): Promise<T> => {
    const priority = known ? 1 : 0
    if (row.sizeBy({ priority }) >= waiting) throw tooBusy()
    return row.add(work, { priority })
  }
  const nobodys = await hash('the password of nobody', cost)
  return {
    hash: async (password) => inTurn(() => hash(written(password), cost)),
    async matches(password, passwordHash, known) {
      const right = await inTurn(() => verify(passwordHash ?? nobodys, written(password)), known)
      return right && passwordHash !== undefined
    },
  }
}

/** The same password typed on another keyboard may be written otherwise in Unicode. */
function written(password: string): string {
  return password.normalize('NFKC')
}

function tooBusy(): HttpError {
  return new HttpError(503, 'Too many people are signing in at once. Please try again in a moment.', {
    headers: { 'retry-after': '2' },
  })
}
