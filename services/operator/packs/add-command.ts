import type { Upload } from '../../catalogue/uploads/uploads.ts'
import { foldInProcess } from '../../fold-in-process.ts'
import { processPacksInProcess } from '../../process-packs-in-process.ts'
import { doRecorded } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { CommandFailedError, exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import { awaitPacks } from './await-packs.ts'
import { type SentPack, sendPack } from './send-pack.ts'

export function addCommand({ output, run }: CommandContext): Command {
  return new Command('add')
    .description('add packs to the catalogue')
    .argument('<pack...>', 'folders or zips of packs; the file name is the name of the pack')
    .option('--json', 'print one JSON document')
    .notes(`
Of a folder, charts and images are sent, no audio, like on the upload page. A pack with an existing
name is updated. Interrupting this command does not undo what was sent. Exits with 1 when a pack was
rejected.`)
    .action((given: readonly string[]) =>
      run(async (opened) => {
        const store = { ...opened, storage: await opened.openStorage() }
        const sent: SentPack[] = []
        let refused = 0
        const work = async () => {
          for (const [i, one] of given.entries()) {
            output.progress({ what: 'Sending', done: i, of: given.length, unit: 'packs' })
            try {
              const send = () => sendPack(store, one, Date.now())
              sent.push(await doRecorded(store, 'Pack added', send, ({ name }) => ({ pack: name })))
            } catch (error) {
              if (!(error instanceof CommandFailedError)) throw error
              refused++
              output.printStderr(printable(error.message))
            }
          }
          return awaitPacks(store, sent, output)
        }
        // Also folds, so that processed packs are listed when the command ends.
        const uploads =
          store.server === null
            ? await foldInProcess(store, output.log, () => processPacksInProcess(store, output.log, work))
            : await work()
        const fine = refused === 0 && uploads.every(({ state }) => state === 'ready' || state === 'waiting')
        const code = fine ? exitCodes.fine : exitCodes.wrong
        return { document: uploads, text: uploads.flatMap(linesOf), code }
      }),
    )
}

function linesOf({ name, state, packId, result }: Upload): string[] {
  const pack = printable(name)
  const leftOut = (result?.leftOut ?? []).map(
    (left) => `  left out: ${printable(left.name)}: ${printable(left.reason)}`,
  )
  if (result && 'reason' in result)
    return [`${pack}: rejected. ${result.reason} ${result.advice}`, ...leftOut]
  if (!result)
    return [`${pack}: ${state === 'cancelled' ? 'cancelled.' : 'sent. It is processed once a server runs.'}`]
  const { songs, charts } = result
  return [`${pack}: pack ${packId}, ${counted(songs, 'song')}, ${counted(charts, 'chart')}.`, ...leftOut]
}
