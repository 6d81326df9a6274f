import { rankingsContract } from './contract-suite.ts'
import { postgresRankings } from './postgres-rankings.ts'

rankingsContract('Postgres', async ({ generation }) => ({
  read: (query) => postgresRankings.read(generation, query),
  close: async () => {},
}))
