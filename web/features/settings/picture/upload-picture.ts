import { createPictureUpload, setPicture } from '@stepledger/contracts/http/profile-image.ts'
import type { User } from '@stepledger/contracts/http/shapes/user.ts'
import type { Call } from '../../../api/client.ts'
import { sendFile } from '../../../api/send-file.ts'

interface Options {
  /** The original file name. */
  readonly filename: string
  /** 0 to 100. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Uploads a JPEG to a signed address and sets it as the profile picture. Throws CallError, SendError. */
export async function uploadPicture(
  call: Call,
  jpeg: Blob,
  { filename, onProgress, signal }: Options,
): Promise<User> {
  const body = { filename: filename.slice(0, 300), contentType: 'image/jpeg' as const, size: jpeg.size }
  const address = await call(createPictureUpload, { body }, signal)
  await sendFile(address, jpeg, (sent) => onProgress(Math.round((sent / jpeg.size) * 100)), signal)
  const { user } = await call(setPicture, { body: { profileImageUrl: address.profileImageUrl } }, signal)
  return user
}
