import { dataFolder, type RunAs } from './run-as.ts'

/**
 * Settings of the embedded Postgres, given on its command line so that they change with the release and nowhere else.
 */
export const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80',
  // No superuser ever connects.
  superuser_reserved_connections: '0',

  // An acknowledged play is on the disk.
  fsync: 'on',
  synchronous_commit: 'on',
  // Filling new files with zeros stalls commits. Recycling is kept: without it each stop removes the files, 0.7 s.
  wal_init_zero: 'off',
  wal_recycle: 'on',
  max_wal_size: '2GB',
  // What is recycled keeps what it held until it is overwritten: little where little is written.
  min_wal_size: '32MB',
  // Nothing replicates from here; so a table that is made and filled in one transaction is written once, not twice.
  wal_level: 'minimal',
  max_wal_senders: '0',

  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',

  // Neither statements nor values: they may name players.
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * Arguments for a `postgres` that serves on `port`. By `-D`, or else by `stepledger.folder`, everybody sees in the list
 * of processes which folder it works on.
 */
export function serverArgs(folder: string, port: number, user: RunAs): string[] {
  const data = dataFolder(folder, user)
  const named = data === folder ? [] : ['-c', `stepledger.folder=${folder}`]
  return ['-D', data, ...named, '-p', String(port), ...given]
}

/**
 * Arguments for a `postgres` that runs what it reads from stdin, a statement to each empty line, and ends at the first
 * that fails.
 */
export function singleUserArgs(folder: string, user: RunAs): string[] {
  return ['--single', '-j', '-D', dataFolder(folder, user), ...given, '-c', 'exit_on_error=on', 'postgres']
}

/** Is this a command line of `serverArgs`, of this release or an older one, for this folder? */
export function servesFolder(args: string[], folder: string): boolean {
  const line = `${args.join(' ')} `
  return line.includes(`-D ${folder} `) || line.includes(`stepledger.folder=${folder} `)
}

/**
 * Locale `C.UTF-8` by Postgres itself, so that sorting never depends on the machine. The superuser has no password and
 * so can't connect: it works in single-user mode alone.
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
