import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { requireOrSkip } from '../../scripts/services.ts'

const installed = new URL('../../.cache/readers/bin/python', import.meta.url).pathname
const reader = new URL('read.py', import.meta.url).pathname

/** A Python with the libraries that analysts use; null if it is not installed. */
export const python = requireOrSkip(
  existsSync(installed) ? installed : null,
  'DuckDB and pyarrow for Python',
  'sh scripts/get-readers.sh (Debian: apt-get install python3-venv first)',
)

const answer = z.object({
  rows: z.array(z.array(z.array(z.unknown()))),
  files: z.array(
    z.object({
      types: z.record(z.string(), z.string()),
      nulls: z.record(z.string(), z.int()),
      rows: z.int(),
    }),
  ),
})

interface Job {
  /** Queries for DuckDB. */
  readonly queries?: readonly string[]
  /** Paths for pyarrow. */
  readonly files?: readonly string[]
}

/** DuckDB's result of each query, and pyarrow's description of each file. */
export async function analyse({ queries = [], files = [] }: Job): Promise<z.infer<typeof answer>> {
  const child = spawn(python ?? '', [reader], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify({ queries, files }))
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (child.exitCode !== 0) throw new Error(complaint)
  return answer.parse(JSON.parse(output))
}
