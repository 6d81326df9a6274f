import { rankingsContract } from './contract-suite.ts'
import { postgresRankings } from './postgres-rankings.ts'

rankingsContract('Postgres', async ({ generation }) => ({
  ask: (question) => postgresRankings.read(generation, question),
  close: async () => {},
}))
