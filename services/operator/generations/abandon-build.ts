import { codeVersion } from '@stepledger/projections/code-version.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { abandonNextGeneration } from '../../projector/generations/next-generation.ts'
import { recordAction } from '../audit/record-action.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import type { Store } from '../store.ts'

/** Abandons the generation that is being built, and prints what stays live. */
export async function abandonBuild(store: Store, output: Output, json: boolean): Promise<ExitCode> {
  const { database } = store
  const abandoned = await abandonNextGeneration(database, codeVersion)
  const live = await readLiveGeneration(database)
  if (abandoned)
    await recordAction(store, { what: 'Build abandoned', details: { generation: String(abandoned.id) } })
  const generation = abandoned?.id ?? null
  await output.print(
    json
      ? JSON.stringify({ outcome: abandoned ? 'abandoned' : 'none', generation, live: live?.id ?? null })
      : sentences(generation, live),
  )
  return abandoned ? exitCodes.fine : exitCodes.wrong
}

function sentences(abandoned: number | null, live: Awaited<ReturnType<typeof readLiveGeneration>>): string {
  if (abandoned === null) return 'No generation is being built.'
  const stays = `Generation ${abandoned} is abandoned.${live ? ` Generation ${live.id} stays live.` : ''}`
  return live && live.codeVersion < codeVersion
    ? `${stays} Version ${live.codeVersion} of the code folded it, and this is version ${codeVersion}: new plays are stored, and shown only after \`ledger replay\` or with the older release.`
    : stays
}
