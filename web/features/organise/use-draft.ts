import {
  type CompetitionDraft,
  type DraftDocument,
  getCompetitionDraft,
  listOrganisedCompetitions,
  saveCompetitionDraft,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CallError, isTransient } from '../../api/call-error.ts'
import { readKey, useCall, useRefetch } from '../../api/use-call.ts'
import { type Autosave, createAutosave, type SaveState } from './autosave.ts'

/** The debounce of changes, ms. */
const pause = 800
/** How long after a failure it is tried again, ms. */
const retryPause = 10_000

/** Changes a part of the document, which follows from the latest one. */
export type Change = (partOf: (now: DraftDocument) => Partial<DraftDocument>) => void

interface Draft {
  readonly document: DraftDocument
  readonly change: Change
  readonly saving: SaveState
  readonly flush: () => Promise<number>
}

/** Whether another draft or event has the address. */
export function isAddressTaken(error: unknown): boolean {
  return error instanceof CallError && error.status === 409 && error.field === 'document.slug'
}

/** A draft that is edited: each change is saved after a pause, and when the page is left. */
export function useDraft({ id, version, document: stored }: CompetitionDraft): Draft {
  const call = useCall()
  const queries = useQueryClient()
  const refetchReads = useRefetch()
  const [document, setDocument] = useState(stored)
  const latest = useRef(stored)
  const [autosave] = useState<Autosave<DraftDocument>>(() =>
    createAutosave({
      version,
      pause,
      save: async (next, over) => {
        const params = { id }
        const saved = await call(saveCompetitionDraft, { params, body: { version: over, document: next } })
        // What is shown when the page is opened again.
        queries.setQueryData(readKey(getCompetitionDraft, { params }), saved)
        void refetchReads([listOrganisedCompetitions])
        return saved.version
      },
    }),
  )
  const saving = useSyncExternalStore(autosave.subscribe, autosave.get)

  useEffect(() => {
    const save = () => void autosave.flush().catch(() => undefined)
    const warn = (event: BeforeUnloadEvent) => {
      if (autosave.get().status === 'saved') return
      save()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      save()
    }
  }, [autosave])
  const mayRetry = saving.status === 'failed' && isTransient(saving.error)
  useEffect(() => {
    if (!mayRetry) return
    const timer = setTimeout(() => void autosave.flush().catch(() => undefined), retryPause)
    return () => clearTimeout(timer)
  }, [mayRetry, autosave])

  return {
    document,
    change: (partOf) => {
      const next = { ...latest.current, ...partOf(latest.current) }
      latest.current = next
      setDocument(next)
      autosave.change(next)
    },
    saving,
    flush: autosave.flush,
  }
}
