import { describe } from 'vitest'
import { isKafkaAvailable, kafkaForTests } from '../../../../scripts/services.ts'
import { ledgerContract } from '../testing/contract-suite.ts'
import { kafkaAddress } from './address.ts'
import { kafkaLedger } from './kafka-ledger.ts'

describe.skipIf(!(await isKafkaAvailable()))('on a real broker', () => {
  ledgerContract('Kafka', false, async () => {
    const { url, stop } = await kafkaForTests()
    const open = () => kafkaLedger({ address: kafkaAddress(`${url}?topics=make`) })
    const ledger = await open()
    return {
      ledger,
      reopen: open,
      async close() {
        await ledger.close()
        await stop()
      },
    }
  })
})
