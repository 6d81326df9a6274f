import { decodeEvent } from './codec.ts'

/** Null for an unreadable event, which must not prevent a start: the projector reports it. */
export function decodeOrNull(bytes: Uint8Array) {
  try {
    return decodeEvent(bytes)
  } catch {
    return null
  }
}
