import { rankingsContract } from './contract-suite.ts'
import { postgresRankings } from './postgres-rankings.ts'

rankingsContract('Postgres', async ({ db, generation }) => ({
  ask: (question) => postgresRankings.read(db, generation, question),
  close: async () => {},
}))
