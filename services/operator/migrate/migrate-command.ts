import { migrateAll } from '../../migrate-all.ts'
import { unlessAborted } from '../../platform/async/with-deadline.ts'
import { ConfigError } from '../../platform/config/config.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'

export function migrateCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('migrate')
    .description('create or migrate the tables in an external database')
    .notes(`
Connects as the role of MIGRATION_DATABASE_URL, which owns the tables, and grants access to the role
of DATABASE_URL. Servers use the latter, which needs no right to alter tables. Without
MIGRATION_DATABASE_URL one role is used for both, and servers migrate when they start.`)
    .action(async () => {
      await runOnConfig(async (config) => {
        const { databaseUrl, migrationDatabaseUrl } = config
        if (databaseUrl === null)
          throw new ConfigError('DATABASE_URL: must be set; a server migrates its embedded database itself')
        const ownerUrl = migrationDatabaseUrl ?? databaseUrl
        await unlessAborted(output.signal, migrateAll({ ownerUrl, databaseUrl, log: output.log }, config))
        return { text: 'The tables are up to date' }
      })
    })
}
