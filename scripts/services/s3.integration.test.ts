import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isS3Available, s3ForTests } from '../services.ts'

describe.skipIf(!(await isS3Available()))('S3 for tests', () => {
  it('is one shared server with a bucket for each caller', async () => {
    const [first, second] = [await s3ForTests(), await s3ForTests()]
    onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => {}))
    expect(new URL(first.url).search).toBe(new URL(second.url).search)
    expect(new URL(first.url).host).not.toBe(new URL(second.url).host)
    for (const { url, environment } of [first, second]) {
      const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment
      const client = new S3Client({
        endpoint: new URL(url).searchParams.get('endpoint') ?? '',
        region: environment.AWS_REGION ?? '',
        forcePathStyle: true,
        credentials: { accessKeyId, secretAccessKey },
      })
      onTestFinished(() => client.destroy())
      await client.send(new HeadBucketCommand({ Bucket: new URL(url).host }))
    }
  })
})
