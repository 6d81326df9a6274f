import { readS3Address } from './s3-address.ts'

/**
 * Returns the origins of presigned URLs other than this host. `storageUrl`: as configured, null for a folder.
 */
export function uploadOrigins(storageUrl: string | null): string[] {
  if (storageUrl === null) return []
  const { bucket, endpoint, region } = readS3Address(storageUrl, {})
  return [endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin]
}
