import { readFile } from 'node:fs/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { UsageError } from './exit-codes.ts'
import { rethrowWithPath } from './file-error.ts'

/** Reads a text file. Throws the error of the file, which `explainFileError` explains. */
export function readTextFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(rethrowWithPath(path))
}

/** Reads and parses a JSON file, without validation. Throws UsageError, or the error of the file. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readTextFile(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${errorMessage(error)}`, { cause: error })
  }
}
