import { readFile } from 'node:fs/promises'
import { UsageError } from './exit-codes.ts'

/** What a file of JSON holds, unchecked. Throws UsageError. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}`, { cause: error })
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${messageOf(error)}`, { cause: error })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
