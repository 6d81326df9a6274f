import { ConfigError } from '../../platform/config/config.ts'
import { kafkaAddress } from '../../platform/ledger/kafka/address.ts'
import { reasonOf } from '../../platform/ledger/kafka/reason-of.ts'
import { describeDrift } from '../../platform/ledger/kafka/topic-settings.ts'
import { inspectTopics, type TopicState } from '../../platform/ledger/kafka/topics.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailedError, exitCodes } from '../exit-codes.ts'

export function topicsCommand({ runOnConfig }: CommandContext): Command {
  return new Command('topics')
    .description('create the topics of a ledger in Kafka, and check their settings')
    .option('--check', 'only check, create nothing')
    .option('--json', 'print one JSON document')
    .notes(`
LEDGER_URL is their address: kafka://host:9092/prefix. Existing topics are never changed; if the
settings of one differ from the required ones, no server starts. With ?topics=make after the prefix
a server creates missing topics itself when it starts.`)
    .action(async ({ check }: { check?: true }) => {
      await runOnConfig(async ({ ledgerUrl }) => {
        if (ledgerUrl === null)
          throw new ConfigError('LEDGER_URL: must be set; a ledger in the database has no topics')
        const states = await inspect(ledgerUrl, !check)
        const fine = states.every(({ state }) => state === 'made' || state === 'as it must be')
        const code = fine ? exitCodes.fine : exitCodes.wrong
        return { document: states, text: states.flatMap(sentences), code }
      })
    })
}

async function inspect(ledgerUrl: string, make: boolean): Promise<TopicState[]> {
  const address = kafkaAddress(ledgerUrl)
  const { openAdmin } = await import('../../platform/ledger/kafka/topic-admin.ts')
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
