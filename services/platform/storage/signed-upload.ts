import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { NotSignedError, type SentFile, type SignedPut, SizeError } from './storage.ts'
import { checkedContentType, checkSeconds, checkSize, contentTypeOf } from './storage-key.ts'

/** Path of uploads to presigned URLs on this server. */
export const uploadPath = '/storage/'

const wholeNumber = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number)
const query = z.object({ size: wholeNumber.optional(), until: wholeNumber, signature: z.string().max(100) })

/** Creates and verifies presigned URLs on this server. `until`: expiry, ms since 1970. */
export function uploadAddresses(options: { secret: Buffer; publicUrl: () => string; now: () => number }) {
  const { secret, publicUrl, now } = options
  const signatureOf = (key: string, size: number | null, until: number) =>
    createHmac('sha256', secret)
      .update(`PUT\n${key}\n${size ?? ''}\n${until}`)
      .digest()

  return {
    sign(key: string, size: number | null, seconds: number): SignedPut {
      const contentType = checkedContentType(key)
      if (size !== null) checkSize(size)
      checkSeconds(seconds)
      const until = now() + seconds * 1000
      const url = new URL(uploadPath + key, publicUrl())
      url.search = new URLSearchParams({
        ...(size === null ? {} : { size: String(size) }),
        until: String(until),
        signature: signatureOf(key, size, until).toString('base64url'),
      }).toString()
      return { url: url.href, headers: { 'content-type': contentType } }
    },
    /** Throws NotSignedError, SizeError. */
    check(sent: SentFile): void {
      const contentType = contentTypeOf(sent.key)
      const read = query.safeParse(sent.query)
      if (contentType === null || !read.success) throw new NotSignedError('This upload address is invalid')
      const { size = null, until, signature } = read.data
      const [given, right] = [Buffer.from(signature, 'base64url'), signatureOf(sent.key, size, until)]
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new NotSignedError('This upload address is invalid')
      if (until <= now()) throw new NotSignedError('This address has expired')
      if (sent.contentType !== contentType) throw new NotSignedError(`Content-Type: must be ${contentType}`)
      if (size !== null && sent.size !== size) throw new SizeError(`Content-Length: must be ${size}`)
    },
  }
}
