import { Command } from 'commander'
import { migrateAll } from '../../migrate-all.ts'
import { unlessAborted } from '../../platform/async/with-deadline.ts'
import { ConfigError } from '../../platform/config/config.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'

export function migrateCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('migrate')
    .description('make the tables in a database of your own, or bring them up to date')
    .addHelpText(
      'after',
      `
Does it as the role of MIGRATION_DATABASE_URL, whose the tables are, and lets the role of DATABASE_URL at them: that of the servers, which then
needs no right to change a table. Without MIGRATION_DATABASE_URL there is one role for both, and servers do all of this when they start.`,
    )
    .action(async () => {
      await runOnConfig(async (config) => {
        const { databaseUrl, migrationDatabaseUrl } = config
        if (databaseUrl === null)
          throw new ConfigError(
            'DATABASE_URL: must be set; in its embedded database a server does this itself',
          )
        const log = { info: () => {}, warn: output.say, error: output.say }
        const ownerUrl = migrationDatabaseUrl ?? databaseUrl
        await unlessAborted(output.signal, migrateAll({ ownerUrl, databaseUrl, log }, config))
        await output.print('The tables are up to date')
        return exitCodes.fine
      })
    })
}
