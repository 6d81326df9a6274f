import type { Binaries } from './binaries.ts'
import { applicationRole, ownerRole, type Passwords } from './connection-file.ts'
import { removeStalePidFile } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { runProgram } from './run-program.ts'
import { singleUserArgs } from './settings.ts'

/**
 * Creates the roles of the cluster and sets their passwords, in single-user mode: Postgres must not be running.
 * Idempotent.
 * - owner: owns the database and all tables of record; runs migrations
 * - application: has the privileges that the owner grants, and creates its own schemas
 * No other role can log in. In a cluster of an older release the application was the superuser; its objects are
 * transferred to the owner.
 */
export async function setRoles(
  folder: string,
  passwords: Passwords,
  binaries: Binaries,
  user: RunAs,
  options: { ownerMakesDatabases: boolean; signal: AbortSignal },
): Promise<void> {
  const { ownerMakesDatabases, signal } = options
  const statements = [
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
  await removeStalePidFile(folder)
  await runProgram(binaries.postgres, singleUserArgs(folder, user), {
    folder,
    user,
    env: binaries.env,
    doing: 'set its passwords',
    input: statements.map((sql) => `${sql};\n\n`).join(''),
    signal,
  })
}

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
