import { readFile, writeFile } from 'node:fs/promises'
import { withLimits } from './limits.ts'

const page = new URL('../../docs/hosting.md', import.meta.url)
await writeFile(page, withLimits(await readFile(page, 'utf8')))
