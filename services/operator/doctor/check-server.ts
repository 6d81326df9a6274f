import { fetchServerHealth, type ServerHealth } from '../status/server-health.ts'
import { type Finding, wrong } from './finding.ts'

const timeoutMs = 3_000

/** With an external database only the public address of its servers is known. */
export async function checkServer(publicUrl: string): Promise<Finding[]> {
  const server = await fetchServerHealth(publicUrl, timeoutMs)
  // Not a finding: the address may be reachable for players only.
  if (!server.answers) throw new Error(`no server answers at ${publicUrl} (PUBLIC_URL) from here`)
  return serverFindings(server)
}

export function serverFindings({ url, answers, problem, takesPlays }: ServerHealth): Finding[] {
  if (!answers)
    return wrong(
      'server',
      `The server runs, and does not answer at ${url}.`,
      'Read its log, and restart it if it hangs.',
    )
  // Without the database or the ledger plays are refused too, which other checks report.
  if (takesPlays || problem !== null) return []
  return wrong(
    'server',
    `${url} answers, and its ingest does not: plays are refused, and games send them again.`,
    'Look at the process of ingest, and restart it if it hangs.',
  )
}
