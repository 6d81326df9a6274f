import { totalmem } from 'node:os'
import { dataFolder, type RunAs } from './run-as.ts'

/** Settings of the embedded Postgres, passed on its command line so that they change only with a release. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // In the cluster's folder, which only its owner can enter.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '80',
  // No superuser ever connects.
  superuser_reserved_connections: '0',

  // Acknowledged plays are durable.
  fsync: 'on',
  synchronous_commit: 'on',
  // Zero-filling new WAL files stalls commits. Without recycling each shutdown deletes the files, 0.7 s.
  wal_init_zero: 'off',
  wal_recycle: 'on',
  // Bounds recovery after a crash: replaying a gigabyte takes 3 s of CPU time. Plays of a large ledger write 20 kB each,
  // most of it pages that are written for the first time since a checkpoint, whatever the distance of checkpoints.
  max_wal_size: '1GB',
  // Recycled WAL files retain deleted data until they are overwritten, so few are kept.
  min_wal_size: '32MB',
  // A crash leaves the files to the kernel; one by one, the fsync of the thousands of files of two generations takes seconds.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // No replication, so a table created and filled in one transaction bypasses the WAL.
  wal_level: 'minimal',
  max_wal_senders: '0',

  shared_buffers: `${sharedBuffersMiB(memoryBytes())}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',

  // Statements and values are not logged: they may contain personal data.
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** Physical memory, or less where a container is limited to it. */
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY)
}

/**
 * An eighth of the memory, within limits. A fold touches random pages of its indexes: with 256 MiB a generation of a million
 * plays is read from and written to the page cache of the system with every batch.
 */
export function sharedBuffersMiB(memory: number): number {
  return Math.min(1_024, Math.max(256, Math.floor(memory / 8 / 1_048_576)))
}

const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * Arguments for a `postgres` that serves on `port`. `-D` or `stepledger.folder` identifies its folder in the process
 * list.
 */
export function serverArgs(folder: string, port: number, user: RunAs): string[] {
  const data = dataFolder(folder, user)
  const named = data === folder ? [] : ['-c', `stepledger.folder=${folder}`]
  return ['-D', data, ...named, '-p', String(port), ...settingArgs]
}

/**
 * Arguments for a `postgres` that executes statements from stdin, separated by empty lines, and exits at the first
 * error.
 */
export function singleUserArgs(folder: string, user: RunAs): string[] {
  return [
    '--single',
    '-j',
    '-D',
    dataFolder(folder, user),
    ...settingArgs,
    '-c',
    'exit_on_error=on',
    'postgres',
  ]
}

/** Whether this is a command line of `serverArgs` for this folder, of this or an older release. */
export function servesFolder(args: string[], folder: string): boolean {
  const line = `${args.join(' ')} `
  return line.includes(`-D ${folder} `) || line.includes(`stepledger.folder=${folder} `)
}

/**
 * The builtin locale `C.UTF-8`, so that sorting never depends on the machine. The superuser has no password and so can't
 * connect; it is used in single-user mode only.
 */
export const initdbArgs = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth-local=reject',
  '--auth-host=scram-sha-256',
  '--username=stepledger',
  '--no-instructions',
]
