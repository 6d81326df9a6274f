import { migrateAll } from '../migrate-all.ts'
import { unlessAborted } from '../platform/async/with-deadline.ts'
import { ConfigError } from '../platform/config/config.ts'
import { kafkaAddress } from '../platform/ledger/kafka/address.ts'
import { reasonOf } from '../platform/ledger/kafka/reason-of.ts'
import { describeDrift, inspectTopics, type TopicState } from '../platform/ledger/kafka/topics.ts'
import { Command, type CommandContext } from './command.ts'
import { CommandFailedError, exitCodes } from './exit-codes.ts'

export function migrateCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('migrate')
    .description('create or migrate the tables of an external database, and the topics of a ledger in Kafka')
    .option('--check', 'only check the topics, change nothing')
    .option('--json', 'print one JSON document')
    .notes(`
Tables: connects as the role of MIGRATION_DATABASE_URL, which owns the tables, and grants access to
the role of DATABASE_URL. Servers use the latter, which needs no right to alter tables. Without
MIGRATION_DATABASE_URL one role is used for both, and servers migrate when they start.

Topics: LEDGER_URL is their address: kafka://host:9092/prefix. Existing topics are never changed; if
the settings of one differ from the required ones, no server starts. With ?topics=make after the
prefix a server creates missing topics itself when it starts.`)
    .action(async ({ check }: { check?: true }) => {
      await runOnConfig(async (config) => {
        const { databaseUrl, migrationDatabaseUrl, ledgerUrl } = config
        if (databaseUrl === null && ledgerUrl === null)
          throw new ConfigError(
            'DATABASE_URL or LEDGER_URL: must be set; a server migrates its embedded database itself',
          )
        const topics = ledgerUrl === null ? [] : await inspect(ledgerUrl, !check)
        const text = topics.flatMap(sentences)
        if (databaseUrl !== null && !check) {
          const ownerUrl = migrationDatabaseUrl ?? databaseUrl
          await unlessAborted(output.signal, migrateAll({ ownerUrl, databaseUrl, log: output.log }, config))
          text.push('The tables are up to date')
        }
        const fine = topics.every(({ state }) => state === 'made' || state === 'as it must be')
        return { document: { topics }, text, code: fine ? exitCodes.fine : exitCodes.wrong }
      })
    })
}

async function inspect(ledgerUrl: string, make: boolean): Promise<TopicState[]> {
  const address = kafkaAddress(ledgerUrl)
  const { openAdmin } = await import('../platform/ledger/kafka/topic-admin.ts')
  try {
    const admin = await openAdmin(address)
    try {
      return await inspectTopics(admin, address, make)
    } finally {
      await admin.close()
    }
  } catch (cause) {
    throw new CommandFailedError(`Kafka at ${address.brokers.join()}: ${reasonOf(cause)}`, { cause })
  }
}

function sentences({ name, state, drifts }: TopicState): string[] {
  return state === 'drifted' ? drifts.map(describeDrift) : [`${name}: ${state}`]
}
