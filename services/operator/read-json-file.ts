import { readFile } from 'node:fs/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { UsageError } from './exit-codes.ts'

/** Throws UsageError. */
export async function readTextFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${errorMessage(error)}`, { cause: error })
  })
}

/** Reads and parses a JSON file, without validation. Throws UsageError. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readTextFile(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${errorMessage(error)}`, { cause: error })
  }
}
