import { type AnsweringServer, askServer } from '../status/ask-server.ts'
import { type Check, type Finding, wrong } from './finding.ts'

const timeoutMs = 3_000

/** Asks the servers beside an external database at the public address: nothing else says where they are. */
export function serverCheck(publicUrl: string): Check {
  return { subjects: ['server'], find: async () => serverFindings(await askServer(publicUrl, timeoutMs)) }
}

/** Throws when no server answers: its address may be reachable for players only. */
export function serverFindings({ url, answers, problem, takesPlays }: AnsweringServer): Finding[] {
  if (!answers) throw new Error(`no server answers at ${url} (PUBLIC_URL) from here`)
  // Without the database or the ledger plays are refused too, which is a finding of its own.
  if (takesPlays || problem !== null) return []
  return [
    wrong(
      'server',
      `${url} answers, and its ingest does not: plays are refused, and games send them again.`,
      'Look at the process of ingest, and restart it if it hangs.',
    ),
  ]
}
