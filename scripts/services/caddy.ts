import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServiceName } from '@stepledger/services/service-names.ts'
import { root } from '../root.mjs'
import { type LocalServer, runLocally } from './local-program.ts'
import { ownPort } from './own-port.ts'

/** Addresses of the processes of each service: `host:port`. */
type Upstreams = Readonly<Record<ServiceName, readonly string[]>>

export const caddyInstallHint = 'apt-get install caddy, or https://caddyserver.com/docs/install'

export function isCaddyInstalled(): Promise<boolean> {
  return promisify(execFile)('caddy', ['version']).then(
    () => true,
    () => false,
  )
}

interface CaddyOptions {
  /** Port on 127.0.0.1; a free one by default. */
  readonly port?: number
  /** How long a request waits for a process, in Caddy's format: `1s`. */
  readonly waitFor?: string
  /** Folder of its log, `server.log`; a temporary one by default. Removed at the end. */
  readonly folder?: string
}

export async function runCaddy(behind: Upstreams, options: CaddyOptions = {}): Promise<LocalServer> {
  const port = options.port ?? (await ownPort())
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'stepledger-caddy-')))
  return runLocally({
    name: 'Caddy',
    command: ['caddy', 'run', '--config', join(root, 'Caddyfile'), '--adapter', 'caddyfile'],
    folder,
    port,
    url: `http://127.0.0.1:${port}`,
    env: {
      SITE_ADDRESS: `:${port}`,
      BIND: '127.0.0.1',
      ...Object.fromEntries(
        Object.entries(behind).map(([service, addresses]) => [service.toUpperCase(), addresses.join(' ')]),
      ),
      ...(options.waitFor ? { TRY_DURATION: options.waitFor } : {}),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  })
}
