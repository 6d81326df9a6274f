import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { TimeoutError, withDeadline } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { type Finding, wrong } from './finding.ts'

const timeoutMs = 3_500

/** Checks the bucket in S3. Storage in DATA_DIR is covered by the check of the disk. */
export async function checkStorage(
  { storageUrl, dataDir, publicUrl }: Config,
  env: Readonly<Record<string, string | undefined>>,
  now: () => number,
): Promise<Finding[]> {
  const opening = openStorage({ url: storageUrl, dataDir, publicUrl: () => publicUrl, env, now })
  try {
    const storage = await withDeadline(timeoutMs, opening, 'the request for the bucket')
    await storage.close()
    return []
  } catch (error) {
    const reason =
      error instanceof TimeoutError ? `S3 does not answer: ${error.message}` : errorMessage(error)
    return wrong(
      'storage',
      `The storage cannot be used: ${reason.replace(/^STORAGE_URL: /, '')}.`,
      'Check STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the bucket.',
    )
  }
}

/** Of a distributed system without STORAGE_URL. */
export async function checkUnsetStorage(): Promise<never> {
  throw new Error(
    'STORAGE_URL is not set here. If servers keep files in a bucket, `ledger dump` with these settings leaves them out',
  )
}
