import { type ComposeService, readCompose } from './compose-file.ts'

/** The variables of .env.example. */
export const env = {
  POSTGRES_PASSWORD: 'owner1',
  POSTGRES_INGEST_PASSWORD: 'ingest1',
  POSTGRES_ACCOUNTS_PASSWORD: 'accounts1',
  POSTGRES_CATALOGUE_PASSWORD: 'catalogue',
  POSTGRES_COMPETITIONS_PASSWORD: 'competitions1',
  POSTGRES_QUERY_PASSWORD: 'query1',
  POSTGRES_ANALYSIS_PASSWORD: 'analysis1',
  POSTGRES_PROJECTOR_PASSWORD: 'projector1',
  REDIS_PASSWORD: 'redis1',
  STORAGE_KEY: 'key1',
  STORAGE_SECRET: 'secret1',
  MAIL_URL: 'smtp://me:mail1@mail.example:587',
  MAIL_FROM: 'Scores <no-reply@scores.example>',
}

/** The file with these variables, its services, and those that run our image. */
export async function readServices() {
  const file = await readCompose(env)
  const all = Object.entries(file.services)
  const ours = all.filter(([, { image }]) => image === 'stepledger')
  const servers = ours.filter(([, service]) => commandOf(service).program === 'dist/main.js')
  return { file, all, ours, servers }
}

/** The program and its arguments of a service that runs our image. */
export function commandOf({ command = [] }: ComposeService): { program: string; args: string[] } {
  const at = command.findIndex((word) => word.startsWith('dist/'))
  const [program = '', ...args] = command.slice(at)
  return { program, args }
}

export function runs(service: ComposeService, name: string): boolean {
  const { program, args } = commandOf(service)
  return program === 'dist/main.js' && args.join(' ') === `--only ${name}`
}
