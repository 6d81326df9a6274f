import { writeFile } from 'node:fs/promises'
import { openApiDocument } from './openapi.ts'

/** `npm run openapi`: writes openapi.json. */
await writeFile(new URL('openapi.json', import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
