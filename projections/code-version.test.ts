import { createHash } from 'node:crypto'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { codeVersion, foldSources } from './code-version.ts'

const root = new URL('..', import.meta.url).pathname

/** The code that turns ledger events into rows: the live fold and the bulk build. */
const entryPoints = [
  'fold/fold.ts',
  'standings/settle-standings.ts',
  'fold/bulk-tables.ts',
  'fold/read-models.ts',
].map((file) => `projections/${file}`)

/** The bundled code of the entry points, without comments and whitespace, and its source files in all workspaces. */
async function foldingCode(): Promise<{ code: string; files: string[] }> {
  const { metafile, outputFiles } = await build({
    entryPoints,
    absWorkingDir: root,
    outdir: 'unwritten',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'bundle',
    external: ['zod', 'cbor-x'],
    minifyWhitespace: true,
    legalComments: 'none',
  })
  return {
    code: outputFiles
      .map(({ path, text }) => `${path.slice(root.length)}\n${text}`)
      .sort()
      .join('\n'),
    files: Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    ),
  }
}

describe('the version of the folding code', async () => {
  const { code, files } = await foldingCode()
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16)

  it('is incremented when the fold changes', () => {
    expect(
      hash,
      `The code that writes rows has changed since codeVersion ${codeVersion} was recorded. In projections/code-version.ts set ` +
        `foldSources to '${hash}'; and increment codeVersion, unless every row written stays the same, so that servers fold history again.`,
    ).toBe(foldSources)
  })

  it('covers all code that a row depends on, in every workspace, and no other code', () => {
    for (const file of [
      'projections/fold/derived.ts',
      'projections/boards/bests-and-boards.ts',
      'projections/plays/tables.ts',
      'projections/scoring/grades.ts',
      'projections/copied-table.ts',
      'contracts/play/shown-title.ts',
      'contracts/play/pack-rows.ts',
      'contracts/events/codec.ts',
      'contracts/events/play-submitted.ts',
    ])
      expect(files).toContain(file)
    expect(files.filter((file) => /reads|test|boards\/standings|explain|contracts\/http/.test(file))).toEqual(
      [],
    )
  })
})
