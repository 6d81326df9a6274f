import sharp, { type Color } from 'sharp'
import { expect } from 'vitest'
import type { AccountsForTests } from '../test-app.ts'

export const notAnImage = 'Please select a valid image file (JPEG, PNG, GIF, or WebP)'

export const picture = (
  background: Color,
  format: 'jpeg' | 'png' | 'gif' | 'webp' = 'jpeg',
  width = 640,
  height = 480,
) =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

/** Requests about profile pictures, for tests. `accounts`: returns the running service. */
export function pictureRequests(accounts: () => AccountsForTests) {
  const ask = (token: string, body: object = {}) =>
    accounts().send('POST', '/api/profile-image/upload-url', {
      token,
      body: { filename: 'me.jpg', contentType: 'image/jpeg', ...body },
    })
  const put = (url: string, bytes: Buffer, headers: Record<string, string>) =>
    accounts().app.inject({
      method: 'PUT',
      url: new URL(url).pathname + new URL(url).search,
      headers,
      payload: bytes,
    })
  const set = (token: string, profileImageUrl: string) =>
    accounts().send('PUT', '/api/profile-image', { token, body: { profileImageUrl } })

  async function send(token: string, bytes: Buffer, contentType = 'image/jpeg') {
    const issued = (await ask(token, { contentType })).json()
    expect((await put(issued.uploadUrl, bytes, issued.headers)).statusCode).toBe(200)
    const answer = await set(token, issued.profileImageUrl)
    expect(await accounts().storage.head(issued.profileImageUrl)).toBeNull()
    return answer
  }
  return { ask, put, set, send }
}
