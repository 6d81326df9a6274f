import { z } from 'zod'

/** A moment on the wire: ISO 8601, UTC. */
export const isoTime = z.iso.datetime()
