import { readFile, writeFile } from 'node:fs/promises'
import { openApiDocument } from '@stepledger/contracts/http/openapi.ts'
import { withQuestions } from './docs/analysis.ts'
import { withLimits } from './docs/limits.ts'
import { caddyfile } from './front/caddyfile.ts'

/** Files made from the contracts, by the npm script that writes them again. */
const generated: Readonly<Record<string, { file: string; text: (before: string) => string }>> = {
  openapi: {
    file: 'contracts/http/openapi.json',
    text: () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  },
  caddyfile: { file: 'Caddyfile', text: caddyfile },
  limits: { file: 'docs/hosting.md', text: withLimits },
  analysis: { file: 'docs/analysis.md', text: withQuestions },
}

for (const { file, text } of process.argv.slice(2).flatMap((name) => generated[name] ?? [])) {
  const path = new URL(`../${file}`, import.meta.url)
  await writeFile(path, text(await readFile(path, 'utf8')))
}
