import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStorage } from './open-storage.ts'
import { StorageUnavailableError } from './storage.ts'

const bucket = {
  url: 's3://packs?endpoint=http://127.0.0.1:1',
  dataDir: '/data',
  publicUrl: () => 'http://localhost',
  now: Date.now,
}
const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }

const warned: Error[] = []
const onWarning = (warning: Error) => void warned.push(warning)
beforeEach(() => {
  process.on('warning', onWarning)
  // Without an instance to ask for credentials.
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) vi.stubEnv(name, '')
})
afterEach(() => {
  process.off('warning', onWarning)
  vi.unstubAllEnvs()
})

it('a start without S3 or its credentials continues with one log line and no warning of the SDK', async () => {
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  const log = { info: write, warn: write, error: write }
  for (const env of [{}, keys]) {
    const storage = await openStorage({ ...bucket, env, log })
    await storage.close()
  }
  const rest = 'Files are not stored or shown until this changes'
  expect(lines).toEqual([
    `STORAGE_URL: no credentials for S3: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. ${rest}`,
    expect.stringMatching(
      /^STORAGE_URL: S3 at http:\/\/127\.0\.0\.1:1 does not answer: connect ECONNREFUSED 127\.0\.0\.1:1\. /,
    ),
  ])
  expect(warned).toEqual([])
})

it('a command that needs files is not started without S3, and names its address', async () => {
  await expect(openStorage({ ...bucket, env: keys })).rejects.toThrow(
    new StorageUnavailableError('S3 at http://127.0.0.1:1 does not answer: connect ECONNREFUSED 127.0.0.1:1'),
  )
})
