import { readFile, writeFile } from 'node:fs/promises'
import { withQuestions } from './analysis/pages.ts'

const page = new URL('../../docs/analysis.md', import.meta.url)

await writeFile(page, withQuestions(await readFile(page, 'utf8')))
