import { readFile, writeFile } from 'node:fs/promises'
import { picturesOf, withQuestions } from './analysis/pages.ts'
import { openSample } from './analysis/sample-database.ts'

const docs = new URL('../../docs/', import.meta.url)
const page = new URL('analysis.md', docs)

for (const [path, picture] of await picturesOf(await openSample()))
  await writeFile(new URL(path, docs), picture)
await writeFile(page, withQuestions(await readFile(page, 'utf8')))
