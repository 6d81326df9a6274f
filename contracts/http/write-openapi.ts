import { writeFile } from 'node:fs/promises'
import { openApiDocument } from './openapi.ts'

/** `npm run openapi`: writes the description that is checked in. */
await writeFile(new URL('openapi.json', import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
