import { chown, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProcessAlive } from '../platform/child-process/process-alive.ts'
import type { Binaries } from './binaries.ts'
import {
  applicationRole,
  type Connection,
  ownerRole,
  type Passwords,
  readOrMakeConnection,
  rolesVersion,
  storeConnection,
} from './data-folder.ts'
import { removeStalePidFile, settingArgs } from './postmaster.ts'
import { asNamedUser, dataFolder, type RunAs, runProgram } from './run-as.ts'

/** A cluster that is not running, its programs and their user. */
type Cluster = { folder: string; binaries: Binaries; user: RunAs; signal: AbortSignal }

/**
 * Creates the cluster if missing, and sets its passwords if they are unknown. Returns its connection.
 */
export async function prepareCluster(
  dataDir: string,
  cluster: Cluster,
  ownerMakesDatabases: boolean,
): Promise<Connection> {
  const { folder, binaries, user } = cluster
  const isThere = await hasCluster(folder)
  if (isThere) await checkVersion(folder, binaries)
  const connection = await readOrMakeConnection(dataDir)
  const statements = roleStatements(connection.passwords, ownerMakesDatabases)
  if (!isThere) await createCluster(cluster, statements)
  else if (connection.roles !== rolesVersion)
    await asNamedUser(folder, user, (named) => runStatements(statements, { ...cluster, user: named }))
  await writeAccessRules(folder)
  if (connection.roles === rolesVersion) return connection
  return storeConnection(dataDir, { ...connection, roles: rolesVersion })
}

export async function hasCluster(folder: string): Promise<boolean> {
  return (await lstat(join(folder, 'PG_VERSION')).catch(() => null)) !== null
}

/**
 * The builtin locale `C.UTF-8`, so that sorting never depends on the machine. The superuser has no password and so can't
 * connect; it is used in single-user mode only.
 */
const initdbArgs = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  // A new superuser without a password: initdb accepts no other local rule then, see `rules`.
  '--auth-local=reject',
  '--auth-host=scram-sha-256',
  '--username=stepledger',
  '--no-instructions',
]

/**
 * Creates a cluster in `folder` atomically: initdb and the statements run in a temporary folder, which is then renamed.
 * If another process finishes first, its cluster is kept.
 */
export async function createCluster(
  { folder, binaries, user, signal }: Cluster,
  statements: string[],
): Promise<void> {
  await removeLeftovers(folder)
  const draft = `${folder}.new-${process.pid}`
  try {
    await mkdir(draft, { mode: 0o700 })
    if (user.owner !== null) await chown(draft, user.owner.uid, user.owner.gid)
    await asNamedUser(draft, user, async (named) => {
      const args = [...initdbArgs, `--pgdata=${dataFolder(draft, named)}`]
      const run = { folder: draft, user: named, env: binaries.env, signal, doing: 'set up its folder' }
      await runProgram(binaries.initdb, args, run)
      if (statements.length > 0)
        await runStatements(statements, { folder: draft, binaries, user: named, signal })
    })
    await rename(draft, folder)
    const parent = await open(dirname(folder), 'r')
    await parent.sync().finally(() => parent.close())
  } catch (error) {
    if (!(await hasCluster(folder))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes temporary folders of starts that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  const draft = new RegExp(`^${basename(folder)}\\.new-(\\d+)`)
  for (const name of await readdir(dirname(folder))) {
    const pid = draft.exec(name)?.[1]
    // In a container a killed process often had the same pid.
    if (pid !== undefined && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true })
    }
  }
}

/** Throws if another major version of Postgres created the cluster. Postgres itself would not name the versions. */
async function checkVersion(folder: string, { version }: Binaries): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== version.split('.')[0])
    throw new Error(`${folder} was made by Postgres ${found}, this release brings Postgres ${version}`)
}

/** Every connection needs a password, by the Unix socket too. */
const rules = `local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`

/** Writes pg_hba.conf into the existing file, which keeps its owner. The rules of initdb refuse the Unix socket. */
async function writeAccessRules(folder: string): Promise<void> {
  const path = join(folder, 'pg_hba.conf')
  if ((await readFile(path, 'utf8')) !== rules) await writeFile(path, rules)
}

/** Runs SQL as superuser in single-user mode, on a cluster that is not running. Ends at the first error. */
export async function runStatements(
  statements: string[],
  { folder, binaries, user, signal }: Cluster,
): Promise<void> {
  await removeStalePidFile(folder)
  const mode = ['--single', '-j', '-D', dataFolder(folder, user), ...settingArgs, '-c', 'exit_on_error=on']
  await runProgram(binaries.postgres, [...mode, 'postgres'], {
    folder,
    user,
    env: binaries.env,
    doing: 'set its passwords',
    // With -j an empty line ends a statement.
    input: statements.map((sql) => `${sql};\n\n`).join(''),
    signal,
  })
}

/**
 * Creates the roles of the cluster and sets their passwords. Idempotent.
 * - owner: owns the database and all tables of record; runs migrations
 * - application: has the privileges that the owner grants, and creates its own schemas
 * No other role can log in. In a cluster of an older release the application was the superuser; its objects are
 * transferred to the owner.
 */
const roleStatements = (passwords: Passwords, ownerMakesDatabases: boolean) => [
  ...role(ownerRole, passwords.owner, ownerMakesDatabases ? 'CREATEDB' : 'NOCREATEDB'),
  ...role(applicationRole, passwords.application, 'NOCREATEDB'),
  // The owner can maintain objects of the application.
  `GRANT ${applicationRole} TO ${ownerRole}`,
  // After an erasure, deleted data is overwritten on disk: accounts/erasure/scrub-tables.ts.
  `GRANT pg_checkpoint TO ${applicationRole}`,
  `GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO ${applicationRole}`,
  `ALTER DATABASE postgres OWNER TO ${ownerRole}`,
  superuserWithoutPassword,
  giveToOwner,
]

/** Passwords contain only letters, digits, - and _, so no escaping is needed. */
function role(name: string, password: string, createDatabases: string): string[] {
  return [
    `DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}') THEN CREATE ROLE ${name}; END IF;
    END $$`,
    `ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEROLE ${createDatabases} NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`,
  ]
}

/** The superuser created by initdb always has oid 10. */
const superuserWithoutPassword = `
  DO $$ BEGIN
    EXECUTE format('ALTER ROLE %I PASSWORD NULL', (SELECT rolname FROM pg_roles WHERE oid = 10));
  END $$`

const giveToOwner = `
  DO $$ DECLARE one record; BEGIN
    FOR one IN
      WITH schemas AS (SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)')
      SELECT format('SCHEMA %I', nspname) AS thing FROM schemas JOIN pg_namespace USING (oid, nspname)
        WHERE nspowner = 10
      UNION ALL
      SELECT format('TABLE %s', c.oid::regclass) FROM pg_class c JOIN schemas ON schemas.oid = c.relnamespace
        WHERE relowner = 10 AND relkind IN ('r', 'v')
      UNION ALL
      SELECT format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN schemas ON schemas.oid = p.pronamespace
        WHERE proowner = 10
    LOOP
      EXECUTE format('ALTER %s OWNER TO ${ownerRole}', one.thing);
    END LOOP;
  END $$`
