import { readS3Address } from './s3-address.ts'

/**
 * The origins to which browsers send files at signed addresses, beside this host's own. `storageUrl`: as configured,
 * null for a folder.
 */
export function uploadOrigins(storageUrl: string | null): string[] {
  if (storageUrl === null) return []
  const { bucket, endpoint, region } = readS3Address(storageUrl, {})
  return [endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin]
}
