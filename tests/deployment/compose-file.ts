import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { z } from 'zod'

const dependency = z.object({
  condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
})

/** The part of the Compose specification that docker-compose.yml uses. Strict: a misspelt key is an error. */
const composeService = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  init: z.boolean().optional(),
  user: z.string().optional(),
  security_opt: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  mem_limit: z
    .string()
    .regex(/^\d+[mg]$/)
    .optional(),
  /** `/path:option,option=value`. */
  tmpfs: z.array(z.string().regex(/^\/[\w/]+:[\w=,]+$/)).default([]),
  command: z.array(z.string()).optional(),
  restart: z.enum(['no', 'on-failure', 'unless-stopped']),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), dependency).default({}),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.array(z.string()).min(2),
        interval: z.string(),
        timeout: z.string(),
        retries: z.int(),
        start_period: z.string().optional(),
      }),
    ])
    .optional(),
})
export type ComposeService = z.infer<typeof composeService>

/** A service without settings. */
export const noService = composeService.parse({ image: '', restart: 'no' })

const composeFile = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), composeService),
  volumes: z.record(z.string(), z.null()),
  'x-service': z.unknown(),
  'x-hardened': z.unknown(),
})

export const root = new URL('../../', import.meta.url)

/**
 * docker-compose.yml with these variables interpolated, as `docker compose config` shows it. Throws when a required one
 * is missing.
 */
export async function readCompose(env: Readonly<Record<string, string>>) {
  const text = await readFile(new URL('docker-compose.yml', root), 'utf8')
  const filled = text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, rest = '') => {
      const value = env[name]
      if (value) return value
      if (kind === '-') return rest
      throw new Error(`${name} ${rest}`)
    },
  )
  return composeFile.parse(parse(filled, { merge: true }))
}
