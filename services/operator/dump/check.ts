import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { sum } from '@stepledger/contracts/sum.ts'
import type { ProgressOutput } from '../output.ts'
import {
  type CompleteManifest,
  DamagedFileError,
  eventsIn,
  openDump,
  pathOfFile,
  pathOfTable,
  readFileList,
  summary,
  verified,
} from './dump-folder.ts'

const maxListed = 20
const megabyte = 1_000_000

export type DumpCheck = Awaited<ReturnType<typeof checkDump>>

/** Reads a whole dump, and compares every file with its checksum. Throws CommandFailedError if there is none. */
export async function checkDump(folder: string, output: ProgressOutput) {
  const dump = await openDump(folder)
  const problems: string[] = []
  let problemCount = 0
  const checks = await filesOf(folder, dump)
  const of = sum(checks.map(({ bytes }) => bytes))
  let done = 0
  for (const { bytes, content } of checks) {
    output.signal.throwIfAborted()
    try {
      for await (const _ of content());
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      problemCount += 1
      if (problems.length < maxListed) problems.push(`${errorMessage(error)}.`)
    }
    done += bytes
    output.progress({
      what: 'Checking',
      done: Math.round(done / megabyte),
      of: Math.round(of / megabyte),
      unit: 'MB',
    })
  }
  return { ...summary(dump), isGood: problemCount === 0, problems, problemCount }
}

interface FileCheck {
  readonly bytes: number
  content(): AsyncIterable<Uint8Array>
}

async function filesOf(folder: string, dump: CompleteManifest): Promise<FileCheck[]> {
  const { ledger, snapshot } = dump
  const checks: FileCheck[] = [
    ...ledger.map((partition) => ({
      bytes: partition.pieces.at(-1)?.bytes ?? 0,
      content: () => eventsIn(folder, partition),
    })),
    ...snapshot.tables.map((table) => ({
      bytes: table.bytes,
      content: () => verified(pathOfTable(folder, snapshot, table.name), table),
    })),
  ]
  try {
    for (const file of await readFileList(folder, snapshot))
      checks.push({ bytes: file.bytes, content: () => verified(pathOfFile(folder, file.key), file) })
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
    checks.push({ bytes: 0, content: () => rejecting(error) })
  }
  return checks
}

async function* rejecting(error: Error): AsyncGenerator<Uint8Array> {
  yield new Uint8Array()
  throw error
}
