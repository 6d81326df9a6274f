import { cancelPackUpload, createPackUpload } from '@stepledger/contracts/http/pack-uploads.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import type { Call } from '../../api/client.ts'
import { sendFile } from '../../api/send-file.ts'

interface Options {
  /** Called when the server has created the upload. */
  readonly onCreated: () => void
  /** Called with the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Uploads the zip of a pack. Cancels the upload on the server after a failure. Throws CallError, SendError. */
export async function uploadZip(
  call: Call,
  name: string,
  zip: Blob,
  { onCreated, onSent, signal }: Options,
): Promise<PackUpload> {
  const body = { filename: `${name.trim()}.zip`, contentType: 'application/zip', size: zip.size } as const
  const address = await call(createPackUpload, { body }, signal)
  const { upload } = address
  onCreated()
  try {
    await sendFile(address, zip, onSent, signal)
    return upload
  } catch (error) {
    // An unused address would count as an open upload for hours.
    await call(cancelPackUpload, { params: { id: upload.id } }).catch(() => undefined)
    throw error
  }
}
