import { createHash } from 'node:crypto'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { codeVersion, foldSources } from './code-version.ts'

const root = new URL('..', import.meta.url).pathname

/** What takes events from the ledger into rows: the running fold, and the build in bulk. */
const entryPoints = [
  'decode.ts',
  'fold.ts',
  'standings/settle-standings.ts',
  'bulk/copy-writer.ts',
  'bulk/finish-bulk.ts',
  'read-models.ts',
].map((file) => `projections/${file}`)

/**
 * All code that those run, bundled without comments and layout, and the files that it comes from, of whichever
 * workspace.
 */
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

  it('is counted up when the folds change', () => {
    expect(
      hash,
      `The code that writes rows has changed since codeVersion ${codeVersion} was recorded. In projections/code-version.ts set ` +
        `foldSources to '${hash}'; and count codeVersion up, unless every row written stays the same, so that servers fold history again.`,
    ).toBe(foldSources)
  })

  it('looks at everything that a row depends on, in whichever workspace, and at nothing else', () => {
    for (const file of [
      'projections/boards/update-bests.ts',
      'projections/boards/build-boards.ts',
      'projections/plays/tables.ts',
      'projections/scoring/grades.ts',
      'projections/bulk/copy-rows.ts',
      'contracts/play/shown-title.ts',
      'contracts/play/unpack-rows.ts',
      'contracts/events/codec.ts',
      'contracts/events/play-submitted.ts',
    ])
      expect(files).toContain(file)
    expect(files.filter((file) => /reads|test|boards\/standings|explain|contracts\/http/.test(file))).toEqual(
      [],
    )
  })
})
