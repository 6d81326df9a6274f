import { kafkaAddress } from '../kafka/address.ts'
import { kafkaLedger } from '../kafka/kafka-ledger.ts'
import { event, follow, textsOf } from './reading.ts'

// A program for tests of environment variables that Node reads at its start, such as NODE_EXTRA_CA_CERTS. Appends two
// events to the ledger at LEDGER_URL and prints what a group and a read by position return.

const print = (text: string) => console.error(text)
const address = kafkaAddress(process.env.LEDGER_URL ?? '')
const ledger = await kafkaLedger({ address, log: { info: print, warn: print, error: print } })
const reader = follow(ledger, 'events')
await ledger.append('events', event('ann', 'first'))
const position = await ledger.append('events', event('ann', 'second'))
await reader.until(2)
process.stdout.write(`${textsOf([...reader.read, await ledger.at('events', position)]).join()}\n`)
await reader.stop()
await ledger.close()
