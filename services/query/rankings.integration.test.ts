import { postgresRankings } from './rankings.ts'
import { rankingsContract } from './rankings-contract-suite.ts'

rankingsContract('Postgres', async ({ generation }) => ({
  read: (query) => postgresRankings.read(generation, query),
  close: async () => {},
}))
