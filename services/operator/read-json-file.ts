import { readFile } from 'node:fs/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { UsageError } from './exit-codes.ts'

/** What a file of JSON holds, unchecked. Throws UsageError. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${errorMessage(error)}`, { cause: error })
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${errorMessage(error)}`, { cause: error })
  }
}
