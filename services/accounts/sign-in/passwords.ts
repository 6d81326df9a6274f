import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { HttpError } from '../../platform/http/http-error.ts'

/** Memory in KiB, passes, threads: OWASP's minimum for argon2id; about 25 ms on one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing uses half of the cores; a full queue takes about a second. */
const defaultLimits = { concurrency: Math.max(1, Math.floor(availableParallelism() / 2)), maxQueued: 40 }

export interface Passwords {
  /** Returns an Argon2id hash with a random salt. Throws 503 when the queue is full. */
  hash(password: string): Promise<string>
  /**
   * Takes the same time with and without a hash, so that timing does not reveal whether an email is registered. Requests
   * of `known` devices have priority and a queue limit of their own. Throws 503 when the queue is full.
   */
  matches(password: string, passwordHash: string | undefined, known?: boolean): Promise<boolean>
}

/** Hashes passwords in a bounded queue, so that many sign-ins leave CPU for other requests. */
export async function passwords({ concurrency, maxQueued } = defaultLimits): Promise<Passwords> {
  const queue = new PQueue({ concurrency })
  const enqueue = <T>(work: () => Promise<T>, known = false): Promise<T> => {
    const priority = known ? 1 : 0
    if (queue.sizeBy({ priority }) >= maxQueued) throw tooBusy()
    return queue.add(work, { priority })
  }
  const dummyHash = await hash('the password of nobody', cost)
  return {
    hash: async (password) => enqueue(() => hash(normalise(password), cost)),
    async matches(password, passwordHash, known) {
      const right = await enqueue(() => verify(passwordHash ?? dummyHash, normalise(password)), known)
      return right && passwordHash !== undefined
    },
  }
}

/** Keyboards may encode the same password in different Unicode forms. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}

function tooBusy(): HttpError {
  return new HttpError(503, 'Too many people are signing in at once. Please try again in a moment.', {
    headers: { 'retry-after': '2' },
  })
}
