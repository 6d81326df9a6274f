import { describe, expect, it, onTestFinished } from 'vitest'
import { isS3Available, s3ForTests } from '../../../scripts/services.ts'
import { httpErrorOf } from '../http/error-answers.ts'
import { proxyTo } from '../ledger/testing/proxy.ts'
import { storageContract } from './contract-suite.ts'
import { openStorage } from './open-storage.ts'
import { readS3Address } from './s3-address.ts'
import { StorageUnavailableError } from './storage.ts'

const nowhere = { dataDir: '/nonexistent', publicUrl: () => 'http://localhost:8080' }

describe.skipIf(!(await isS3Available()))('S3', () => {
  storageContract('in S3', async () => {
    const { url, environment: env, stop } = await s3ForTests()
    const at = (now: number) => openStorage({ ...nowhere, url, env, now: () => now })
    const storage = await openStorage({ ...nowhere, url, env, now: Date.now })
    return {
      storage,
      at,
      async close() {
        await storage.close()
        await stop()
      },
    }
  })

  it('is not opened if the bucket is missing or access is denied', async () => {
    const { url, environment, stop } = await s3ForTests()
    onTestFinished(stop)
    const open = (url: string, env: Record<string, string>) =>
      openStorage({ ...nowhere, url, env, now: Date.now })
    const missing = url.replace(/test-\w+/, 'missing')
    await expect(open(missing, environment)).rejects.toThrow('STORAGE_URL: there is no bucket missing')
    const wrong = { ...environment, AWS_SECRET_ACCESS_KEY: 'wrong' }
    await expect(open(url, wrong)).rejects.toThrow(/^STORAGE_URL: the bucket .* is not open to these/)
  })

  it('that hangs ends requests within a time limit, which are answered 503', async () => {
    const { url, environment: env, stop } = await s3ForTests()
    const { endpoint } = readS3Address(url, env)
    const line = await proxyTo(endpoint ?? '')
    const through = url.replace(endpoint ?? '', new URL(line.url).origin)
    const storage = await openStorage({ ...nowhere, url: through, env, now: Date.now })
    onTestFinished(async () => {
      await storage.close()
      await line.close()
      await stop()
    })
    line.stall()
    const errors = await Promise.all(
      [
        storage.get('a/b.png'),
        storage.head('a/b.png'),
        storage.delete('a/b.png'),
        storage.list('a/')[Symbol.asyncIterator]().next(),
      ].map((request) =>
        request.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    )
    for (const error of errors) {
      expect(error).toBeInstanceOf(StorageUnavailableError)
      expect(httpErrorOf(error, false)).toMatchObject({
        status: 503,
        details: { headers: { 'retry-after': '5' } },
      })
    }

    line.resume()
    expect(await storage.head('a/c.png')).toBeNull()
  })
})

describe('the address of a bucket', () => {
  it('contains bucket, endpoint and region; AWS variables contain the credentials', () => {
    const env = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'eu-west-1' }
    expect(readS3Address('s3://files?endpoint=http://localhost:7070', env)).toEqual({
      bucket: 'files',
      endpoint: 'http://localhost:7070',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    })
    expect(readS3Address('s3://files?region=x', {})).toMatchObject({
      endpoint: null,
      region: 'x',
      credentials: null,
    })
  })

  it.each([
    ['http://files', /must look like/],
    ['s3://files/folder', /a bucket alone/],
    ['s3://key:hidden@files', /a bucket alone/],
    ['s3://files?endpoint=ftp://x', /endpoint must be/],
  ])('refuses %s with one line and without secrets', (url, line) => {
    expect(() => readS3Address(url, {})).toThrow(line)
    expect(() => readS3Address(url, {})).not.toThrow(/\n|hidden/)
  })
})
