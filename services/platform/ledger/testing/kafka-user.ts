import { kafkaAddress } from '../kafka/address.ts'
import { kafkaLedger } from '../kafka/kafka-ledger.ts'
import { event, follow, textsOf } from './reading.ts'

// A program for tests of what Node takes from its environment when it starts, as NODE_EXTRA_CA_CERTS: appends two
// events to the ledger at LEDGER_URL and says what a group and a look at one position read of them.

const tell = (text: string) => console.error(text)
const address = kafkaAddress(process.env.LEDGER_URL ?? '')
const ledger = await kafkaLedger({ address, log: { info: tell, warn: tell, error: tell } })
const reader = follow(ledger, 'events')
await ledger.append('events', event('ann', 'first'))
const position = await ledger.append('events', event('ann', 'second'))
await reader.until(2)
process.stdout.write(`${textsOf([...reader.read, await ledger.at('events', position)]).join()}\n`)
await reader.stop()
await ledger.close()
