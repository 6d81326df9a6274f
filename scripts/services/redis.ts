import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInDocker } from './docker.ts'
import { runLocally } from './local-program.ts'
import { ownPort } from './own-port.ts'
import type { OwnServer, ServerKind } from './server-kind.ts'

const run = promisify(execFile)

/** A Redis without persistence: it is empty after a restart. */
export const redis: ServerKind = {
  name: 'Redis',
  variable: 'TEST_REDIS_URL',
  installHint:
    'set TEST_REDIS_URL=redis://host:6379, or start Docker, or install it (Debian: apt-get install redis-server)',
  inDocker,
  async local() {
    const found = await run('redis-server', ['--version']).catch(() => null)
    return found && runRedis
  },
}

async function runRedis(): Promise<OwnServer> {
  const port = await ownPort()
  return runLocally({
    name: 'Redis',
    command: ['redis-server', '--bind', '127.0.0.1', ...settingsFor(port)],
    folder: await mkdtemp(join(tmpdir(), 'stepledger-redis-')),
    port,
    url: `redis://127.0.0.1:${port}`,
  })
}

async function inDocker(): Promise<OwnServer> {
  const port = await ownPort()
  return runInDocker({
    image: 'redis:7.4.11-alpine',
    command: ['redis-server', ...settingsFor(port)],
    port,
    ready: /Ready to accept connections/,
    url: `redis://127.0.0.1:${port}`,
  })
}

function settingsFor(port: number): string[] {
  return ['--port', String(port), '--save', '', '--appendonly', 'no']
}
