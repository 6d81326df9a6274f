import { expect, it } from 'vitest'
import { storeAnnouncement } from './announcement.tsx'

it('is not stored where storage is full', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const storage = { setItem: full, removeItem: full }
  expect(() => storeAnnouncement(storage, true)).not.toThrow()
  expect(() => storeAnnouncement(storage, false)).not.toThrow()
})
