import { writeFile } from 'node:fs/promises'
import { caddyfile } from './caddyfile.ts'

await writeFile(new URL('../../Caddyfile', import.meta.url), caddyfile())
