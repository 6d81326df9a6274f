import { z } from 'zod'

export interface S3Address {
  readonly bucket: string
  /** Null: the AWS endpoint. */
  readonly endpoint: string | null
  readonly region: string
  /** Null: the default credential chain of the AWS client. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
}

const endpoint = z.url({ protocol: /^https?$/ })

/**
 * Parses `s3://bucket?endpoint=https://host&region=…` and the AWS variables. Throws RangeError with one line, without
 * secrets.
 */
export function readS3Address(text: string, env: Readonly<Record<string, string | undefined>>): S3Address {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 's3:' || url.hostname === '')
    throw new RangeError('STORAGE_URL: must look like s3://bucket?endpoint=https://host')
  if (!/^\/?$/.test(url.pathname) || url.username !== '')
    throw new RangeError('STORAGE_URL: must be a bucket alone; credentials belong into AWS_ACCESS_KEY_ID')
  const given = url.searchParams.get('endpoint')
  if (given !== null && !endpoint.safeParse(given).success)
    throw new RangeError('STORAGE_URL: endpoint must be an http or https address')
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  return {
    bucket: url.hostname,
    endpoint: given,
    region: url.searchParams.get('region') ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1',
    credentials:
      accessKeyId && secretAccessKey && !env.AWS_SESSION_TOKEN ? { accessKeyId, secretAccessKey } : null,
  }
}

/**
 * Returns the origins of presigned URLs other than this host. `storageUrl`: as configured, null for a folder.
 */
export function uploadOrigins(storageUrl: string | null): string[] {
  if (storageUrl === null) return []
  const { bucket, endpoint, region } = readS3Address(storageUrl, {})
  return [endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin]
}
