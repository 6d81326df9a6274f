import { authCheck } from '@stepledger/contracts/http/game.ts'
import { getHealth, type SilentPart } from '@stepledger/contracts/http/health.ts'
import { errorAnswer } from '@stepledger/contracts/http/route.ts'
import { parseJson } from '@stepledger/contracts/parse-json.ts'

export interface ServerHealth {
  readonly url: string
  /** Whether `/api/health` answers there. The other fields are meaningful only then. */
  readonly answers: boolean
  /** Which necessary part does not answer the server, as a sentence; null if all do. */
  readonly problem: string | null
  /** Optional parts that do not answer the server. */
  readonly silent: readonly SilentPart[]
  /** Whether ingest, which receives plays, answers. */
  readonly takesPlays: boolean
}

/** Requests query and ingest at this address. Never rejects; `withinMs`: timeout of both requests, ms. */
export async function fetchServerHealth(url: string, withinMs: number): Promise<ServerHealth> {
  const signal = AbortSignal.timeout(withinMs)
  const get = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { signal })
    return { status: answer.status, body: await answer.text() }
  }
  const [health, ingest] = await Promise.all([orNull(get(getHealth.path)), orNull(get(authCheck.path))])
  const body = health === null ? null : parseJson(health.body)
  const isHealth = body !== null && (health?.status === 200 || health?.status === 503)
  return {
    url,
    answers: isHealth,
    problem: errorAnswer.safeParse(body).data?.error ?? null,
    // A server of another release may answer in another shape.
    silent: getHealth.answer.safeParse(body).data?.silent ?? [],
    // Without a key ingest answers 401; a proxy in front of it 502 to 504.
    takesPlays: ingest !== null && ingest.status < 500,
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}
