import { isInLists } from '@stepledger/contracts/competition/competition-document.ts'
import {
  type CompetitionDraft,
  type DraftPreview,
  deleteCompetitionDraft,
  getCompetitionDraft,
  listOrganisedCompetitions,
  type OrganisedCompetitions,
  previewCompetitionDraft,
  publishCompetitionDraft,
} from '@stepledger/contracts/http/organised-competitions.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { z } from 'zod'
import { CallError } from '../../api/call-error.ts'
import { useCall, useRead, useRefetch } from '../../api/use-call.ts'
import { Button, ConfirmButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { counted } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingPage, NotFound, PageHeading, UnloadedPage } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CallFailure } from '../../ui/states.tsx'
import type { SaveState } from './autosave.ts'
import { draftErrors } from './draft-errors.ts'
import { RulesFields, WordsFields } from './draft-fields.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { RoundsPanel } from './rounds-panel.tsx'
import { isAddressTaken, useDraft } from './use-draft.ts'
import { useFieldErrors } from './use-field-errors.ts'

const draftMissing = (
  <NotFound
    title="Draft not found"
    text="It was deleted or published, or belongs to another account."
    way={{ to: '/events', words: 'Events' }}
  />
)

export function DraftPage() {
  const { id = '' } = useParams()
  const known = z.uuid().safeParse(id).success
  const read = useRead(getCompetitionDraft, { params: { id } }, { enabled: known })
  const mine = useRead(listOrganisedCompetitions, {})
  // A draft that was saved in another window is edited from its stored version.
  const [reloads, setReloads] = useState(0)
  const reload = async () => {
    await read.refetch()
    setReloads(reloads + 1)
  }
  if (!known) return draftMissing
  if (read.data && mine.data)
    return <Editor key={`${id} ${reloads}`} draft={read.data} mine={mine.data} onReload={reload} />
  return (
    <UnloadedPage
      name="Draft"
      read={read.error ? read : mine}
      loading={<LoadingPage />}
      missing={draftMissing}
      sentence="Failed to load the draft"
    />
  )
}

interface Props {
  readonly draft: CompetitionDraft
  readonly mine: OrganisedCompetitions
  readonly onReload: () => Promise<void>
}

function Editor({ draft, mine: { limits, cannotPublish }, onReload }: Props) {
  const { id } = draft
  const call = useCall()
  const { document, change, saving, flush } = useDraft(draft)
  const [preview, setPreview] = useState<{ of: typeof document; shown: DraftPreview } | null>(null)
  const isCurrent = preview?.of === document
  const missing = draftErrors(document, limits)
  const isTaken = saving.status === 'failed' && isAddressTaken(saving.error)
  const fields = useFieldErrors(missing, [
    ...(isCurrent ? preview.shown.errors : []),
    ...(isTaken ? [{ field: 'slug', reason: 'This address is taken' }] : []),
  ])
  const previewed = useRef<HTMLDivElement>(null)
  const show = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      await flush()
      return { of: document, shown: await call(previewCompetitionDraft, { params: { id } }) }
    },
    onSuccess: (answer) => {
      setPreview(answer)
      if (answer.shown.errors.length > 0) fields.showAll()
    },
  })
  useEffect(() => {
    if (preview?.shown.standings) previewed.current?.focus()
  }, [preview])
  const charts = document.rounds.reduce((sum, round) => sum + round.charts.length, 0)
  const title = document.name.trim() || 'Event without a name'
  return (
    <div className="mx-auto min-h-dvh max-w-240">
      <PageHeading title={title} aside={<DeleteDraft id={id} />}>
        {title}
      </PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <Panel title="1. About the event">
          <WordsFields document={document} change={change} at={fields.at} isTaken={isTaken} />
        </Panel>
        <Panel title="2. Scoring">
          <RulesFields document={document} change={change} at={fields.at} />
        </Panel>
        <RoundsPanel
          rounds={document.rounds}
          change={change}
          at={fields.at}
          limits={limits}
          left={Math.max(0, limits.charts - charts)}
        />
        <Panel title="4. Preview">
          <div ref={previewed} tabIndex={-1} className="focus:outline-none" role="status">
            <PreviewPanel
              preview={preview?.shown ?? null}
              isCurrent={isCurrent}
              isLoading={show.isPending}
              error={show.error}
              boards={document.boards}
            />
          </div>
        </Panel>
      </div>
      <div className="save-bar sticky bottom-0 z-10 -mx-4 mt-4 border-y border-line bg-base-100 px-4 py-3 md:mx-0 md:mt-6 md:border-x">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <div className="mr-auto min-w-0">
            <Saved state={saving} onRetry={() => void flush().catch(() => undefined)} onReload={onReload} />
            <Missing fields={fields} />
          </div>
          <Button
            size="large"
            disabled={show.isPending}
            onClick={() => (missing.size > 0 ? fields.showAll() : show.mutate())}
          >
            {show.isPending ? 'Loading…' : 'Preview'}
          </Button>
          <Publish
            id={id}
            title={title}
            isListed={isInLists(document.access)}
            cannotPublish={cannotPublish}
            isReady={() => {
              fields.showAll()
              return fields.first() === null
            }}
            flush={flush}
            onIncomplete={() => show.mutate()}
          />
        </div>
        {cannotPublish !== null && <p className="mute mt-2 text-sm wrap-anywhere">{cannotPublish}</p>}
      </div>
    </div>
  )
}

/** Whether the last change is stored, announced to screen readers only when it is not. */
function Saved({
  state,
  onRetry,
  onReload,
}: {
  readonly state: SaveState
  readonly onRetry: () => void
  readonly onReload: () => Promise<void>
}) {
  if (state.status === 'failed') {
    const isOutdated =
      state.error instanceof CallError && state.error.status === 409 && !isAddressTaken(state.error)
    return (
      <p className="fe flex flex-wrap items-center gap-2 font-semibold" role="alert">
        <Icon name="warn" /> {isOutdated ? 'Changed in another window' : 'Not saved'}
        <Button size="small" onClick={isOutdated ? () => void onReload() : onRetry}>
          {isOutdated ? 'Load it' : 'Retry'}
        </Button>
      </p>
    )
  }
  return (
    <p className="flex items-center gap-2 text-sm">
      {state.status === 'saved' ? (
        <>
          <Icon name="check" className="text-own" /> Saved
        </>
      ) : (
        <span className="mute">Saving…</span>
      )}
    </p>
  )
}

/** How much is missing, with a link to the first field. */
function Missing({ fields }: { fields: ReturnType<typeof useFieldErrors> }) {
  const first = fields.first()
  if (first === null) return <p className="mute text-xs">Ready to publish</p>
  return (
    <button
      type="button"
      className="hit mute block cursor-pointer text-left text-xs underline"
      onClick={fields.showAll}
    >
      {counted(fields.count, 'thing')} to fix
    </button>
  )
}

interface PublishProps {
  readonly id: string
  readonly title: string
  readonly isListed: boolean
  readonly cannotPublish: string | null
  /** Shows what is missing; true if nothing is. */
  readonly isReady: () => boolean
  readonly flush: () => Promise<number>
  /** The server found something that is missing or wrong, which the preview shows. */
  readonly onIncomplete: () => void
}

function Publish({ id, title, isListed, cannotPublish, isReady, flush, onIncomplete }: PublishProps) {
  const call = useCall()
  const navigate = useNavigate()
  const refetchReads = useRefetch()
  const [open, setOpen] = useState(false)
  const publish = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const version = await flush()
      return call(publishCompetitionDraft, { params: { id }, body: { version } })
    },
    onSuccess: async ({ slug }) => {
      void refetchReads([listOrganisedCompetitions])
      await navigate(`/event/${slug}`)
    },
    onError: (error) => {
      if (!(error instanceof CallError) || error.status !== 422) return
      setOpen(false)
      onIncomplete()
    },
  })
  return (
    <>
      <Button
        variant="primary"
        size="large"
        disabled={cannotPublish !== null}
        onClick={() => {
          publish.reset()
          if (isReady()) setOpen(true)
        }}
      >
        Publish
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`Publish ${title}?`}>
        <div className="pad grid gap-4">
          <p>
            {isListed
              ? 'Everybody will see it among the events.'
              : 'Everybody who has its address will see it.'}{' '}
            You can still change it until it is final. Every change is in its history for all to see, with
            your reason.
          </p>
          <CallFailure error={publish.error} sentence="Failed to publish the event" />
          <div className="flex justify-end gap-2">
            <Button variant="ghost" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button variant="primary" disabled={publish.isPending} onClick={() => publish.mutate()}>
              {publish.isPending ? 'Publishing…' : 'Publish'}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}

function DeleteDraft({ id }: { id: string }) {
  const call = useCall()
  const navigate = useNavigate()
  const refetchReads = useRefetch()
  const [error, setError] = useState<unknown>(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CallFailure error={error} sentence="Failed to delete the draft" />
      <Link className="btn btn-ghost h-10 md:h-9" to="/events">
        <Icon name="back" /> Events
      </Link>
      <ConfirmButton
        size="medium"
        title="Delete this draft?"
        text="It can't be restored. Its address is free again."
        action="Delete"
        onConfirm={async () => {
          setError(null)
          try {
            await call(deleteCompetitionDraft, { params: { id } })
            await refetchReads([listOrganisedCompetitions])
            await navigate('/events')
          } catch (failure) {
            setError(failure)
          }
        }}
      >
        Delete
      </ConfirmButton>
    </div>
  )
}
