import { pushContract } from './contract-suite.ts'
import { inProcessPush } from './in-process.ts'

pushContract('in process', async () => ({
  open: async (name) => inProcessPush(name),
  close: async () => {},
}))
