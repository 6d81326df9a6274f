import { createPackUpload, listPackUploads } from '@stepledger/contracts/http/pack-uploads.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import { expect, vi } from 'vitest'
import type { z } from 'zod'
import { call, type Player } from '../system/client.ts'

/** Requests a signed address for the zip of a pack. */
export async function requestUpload(
  url: string,
  { token }: Pick<Player, 'token'>,
  name: string,
  zip: Buffer,
): Promise<z.infer<typeof createPackUpload.answer>> {
  const body = { filename: `${name}.zip`, contentType: 'application/zip', size: zip.length }
  const asked = await call(`${url}/api/pack/upload-url`, { token, body })
  expect(asked).toMatchObject({ status: 200 })
  return createPackUpload.answer.parse(asked.body)
}

/** Uploads the zip of a pack as the page does, and returns the id of the upload. */
export async function sendPack(
  url: string,
  player: Pick<Player, 'token'>,
  name: string,
  zip: Buffer,
): Promise<string> {
  const { uploadUrl, headers, upload } = await requestUpload(url, player, name, zip)
  const sent = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(zip) })
  expect(sent.status).toBe(200)
  return upload.id
}

/** Waits until an upload is processed or rejected. */
export async function waitUntilProcessed(
  url: string,
  { token }: Pick<Player, 'token'>,
  id: string,
): Promise<PackUpload> {
  return vi.waitUntil(
    async () => {
      const { body } = await call(`${url}/api/pack/uploads`, { token })
      const upload = listPackUploads.answer.parse(body).uploads.find((own) => own.id === id)
      return upload && ['ready', 'rejected', 'cancelled'].includes(upload.state) ? upload : null
    },
    { timeout: 200_000, interval: 100 },
  )
}
