import { packName } from '@stepledger/contracts/packs/pack-limits.ts'
import type { PackUpload } from '@stepledger/contracts/packs/upload.ts'
import type { ErrorText } from '../../api/call-error.ts'
import type { ChosenFolder } from './chosen-folder.ts'
import type { ZipProgress } from './zip-worker.ts'

interface Named {
  readonly name: string
  readonly folder: ChosenFolder
}

interface Failed {
  /** The last error; folder, name and zip are kept. */
  readonly problem: ErrorText | null
}

export type UploaderState =
  | ({ readonly step: 'empty'; readonly reading: boolean } & Failed)
  | ({ readonly step: 'chosen' } & Named & Failed)
  | ({ readonly step: 'zipping'; readonly progress: ZipProgress } & Named)
  | ({ readonly step: 'zipped'; readonly zip: Blob } & Named & Failed)
  | ({ readonly step: 'uploading'; readonly zip: Blob; readonly samples: readonly Sample[] } & Named)
  | ({ readonly step: 'sent'; readonly upload: PackUpload } & Failed)

export type UploaderEvent =
  | { readonly type: 'reading' }
  | { readonly type: 'chosen'; readonly folder: ChosenFolder }
  | { readonly type: 'refused'; readonly problem: ErrorText }
  | { readonly type: 'renamed'; readonly name: string }
  | { readonly type: 'process' }
  | { readonly type: 'zipping'; readonly progress: ZipProgress }
  | { readonly type: 'zipped'; readonly zip: Blob }
  | { readonly type: 'upload' }
  /** `at`: ms of a monotonic clock. */
  | { readonly type: 'sending'; readonly sent: number; readonly at: number }
  | { readonly type: 'sent'; readonly upload: PackUpload }
  | { readonly type: 'followed'; readonly upload: PackUpload }
  | { readonly type: 'failed'; readonly problem: ErrorText }
  | { readonly type: 'cleared' }

export const empty = { step: 'empty', reading: false, problem: null } as const satisfies UploaderState
const selectFolder = 'Please select a pack folder first'

/** The validation error of a name; undefined if valid. */
export function nameProblem(name: string): string | undefined {
  return packName.safeParse(name).error?.issues[0]?.message
}

export function canProcess({ name, folder }: Named): boolean {
  return folder.problem === null && nameProblem(name) === undefined
}

/** The reducer. Events that do not fit the state are ignored: they stem from a cancelled operation. */
export function nextState(state: UploaderState, event: UploaderEvent): UploaderState {
  switch (event.type) {
    case 'cleared':
      return empty
    case 'reading':
      return state.step === 'empty' ? { ...empty, reading: true } : state
    case 'chosen': {
      const { folder } = event
      const problem = folder.problem === null ? null : { text: folder.problem }
      return { step: 'chosen', name: folder.name, folder, problem }
    }
    case 'refused':
      return refused(state, event.problem)
    case 'failed':
      return afterFailure(state, event.problem)
    default:
      return advance(state, event)
  }
}

/** A folder that can't be used changes nothing but the message; work in progress goes on. */
function refused(state: UploaderState, problem: ErrorText): UploaderState {
  switch (state.step) {
    case 'empty':
      return { ...empty, problem }
    case 'zipping':
    case 'uploading':
      return state
    default:
      return { ...state, problem }
  }
}

type StepEvent = Exclude<UploaderEvent, { type: 'cleared' | 'reading' | 'chosen' | 'refused' | 'failed' }>

function advance(state: UploaderState, event: StepEvent): UploaderState {
  switch (state.step) {
    case 'empty':
      return event.type === 'process' ? { ...state, problem: { text: selectFolder } } : state
    case 'chosen': {
      if (event.type === 'renamed') return { ...state, name: event.name }
      if (event.type !== 'process' || !canProcess(state)) return state
      const { name, folder } = state
      return { step: 'zipping', name, folder, progress: { files: 0, bytes: 0, current: '' } }
    }
    case 'zipping': {
      if (event.type === 'zipping') {
        return event.progress.files < state.progress.files ? state : { ...state, progress: event.progress }
      }
      if (event.type !== 'zipped') return state
      const { name, folder } = state
      return { step: 'zipped', name, folder, zip: event.zip, problem: null }
    }
    case 'zipped': {
      if (event.type === 'renamed') return { ...state, name: event.name }
      if (event.type !== 'upload' || !canProcess(state)) return state
      const { name, folder, zip } = state
      return { step: 'uploading', name, folder, zip, samples: [] }
    }
    case 'uploading': {
      if (event.type === 'sent') return { step: 'sent', upload: event.upload, problem: null }
      if (event.type !== 'sending') return state
      const sent = Math.min(state.zip.size, Math.max(event.sent, state.samples.at(-1)?.sent ?? 0))
      return { ...state, samples: addSample(state.samples, { at: event.at, sent }) }
    }
    case 'sent': {
      if (event.type !== 'followed' || event.upload.id !== state.upload.id) return state
      const { upload } = state
      const songsDone = Math.max(upload.songsDone, event.upload.songsDone)
      return { ...state, upload: { ...event.upload, songsDone } }
    }
  }
}

/** Returns to the step before, keeping folder, name and zip for a retry. */
function afterFailure(state: UploaderState, problem: ErrorText): UploaderState {
  switch (state.step) {
    case 'zipping': {
      const { name, folder } = state
      return { step: 'chosen', name, folder, problem }
    }
    case 'uploading': {
      const { name, folder, zip } = state
      return { step: 'zipped', name, folder, zip, problem }
    }
    default:
      return { ...state, problem }
  }
}

export function sentBytes({ samples }: { readonly samples: readonly Sample[] }): number {
  return samples.at(-1)?.sent ?? 0
}

/** Bytes sent by a time, ms. */
export interface Sample {
  readonly at: number
  readonly sent: number
}

/** The speed is averaged over this period, ms. */
const window = 8_000
/** The minimum period for an estimate, ms. */
const minPeriod = 1_000

/** Appends a sample and drops those outside of the window. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= window), sample]
}

/** The estimated seconds until `total` bytes are sent; null while unknown. */
export function secondsLeft(samples: readonly Sample[], total: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < minPeriod || last.sent <= first.sent) return null
  const perSecond = (last.sent - first.sent) / ((last.at - first.at) / 1000)
  return Math.max(0, total - last.sent) / perSecond
}

/** "about 9 s left", "about 2 min left", "about 1 h 5 min left". */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return `about ${Math.max(1, Math.ceil(seconds))} s left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `about ${minutes} min left`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
