import { readFile, writeFile } from 'node:fs/promises'
import { withLimits } from './security-limits.ts'

const page = new URL('../../docs/security.md', import.meta.url)
await writeFile(page, withLimits(await readFile(page, 'utf8')))
