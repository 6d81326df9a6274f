/** Settings of the embedded Postgres, given on its command line so that they change with the release and nowhere else. */
export const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80',

  // An acknowledged play is on the disk.
  fsync: 'on',
  synchronous_commit: 'on',
  // Filling new files with zeros stalls commits. Recycling is kept: without it each stop removes the files, 0.7 s.
  wal_init_zero: 'off',
  wal_recycle: 'on',
  max_wal_size: '2GB',
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

/** Arguments for `postgres`. */
export function postgresArgs(folder: string, port: number): string[] {
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', folder, '-p', String(port), ...given]
}

/** Locale `C.UTF-8` by Postgres itself, so that sorting never depends on the machine. */
export const initdbArgs = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth=scram-sha-256',
  '--no-instructions',
]
