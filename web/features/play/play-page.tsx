import { numericIdText } from '@stepledger/contracts/ids.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useParams } from 'react-router-dom'
import { isParked } from '../../api/call-error.ts'
import { LoadingSign } from '../../ui/loading-screen.tsx'
import { NotFound, PendingPanel, UnloadedPage } from '../../ui/page-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { PlayView } from './play-view.tsx'
import { legendHeight, stripHeight, timingHeight, viewportBarHeight } from './timing/model/chart-layout.ts'
import { usePlay } from './use-play.ts'

export function PlayPage() {
  const { playId = '' } = useParams()
  if (playId.trim() === '') return <NoPlay title="Play ID is required" />
  if (!numericIdText.safeParse(playId).success) return <NoPlay />
  return <KnownPlay key={playId} id={playId} />
}

function NoPlay({ title = 'Play not found' }: { title?: string }) {
  return (
    <NotFound
      title={title}
      text="This play doesn't exist or was deleted."
      way={{ to: '/', words: 'Recent Scores' }}
    />
  )
}

/** A play that the server has stored and not scored yet. */
const received = (
  <PendingPanel title="We got this play" text="It's being scored, and will show up here by itself." />
)

/** A play that the server has stored, and can't score until it is repaired. */
const parked = (
  <PendingPanel
    title="This play is safe"
    text="We have stored it, but can't score it yet. You don't have to send it again: it will show up here as soon as we've fixed this."
  />
)

function KnownPlay({ id }: { id: string }) {
  const { play, standings, context, events, isWithdrawn, before } = usePlay(id)
  useDocumentTitle(play.data ? `${play.data.user.alias} on ${titleOrUnknown(play.data.chart.title)}` : null)

  if (play.data)
    return (
      <PlayView
        play={play.data}
        standings={standings}
        context={context}
        competitions={events}
        isWithdrawn={isWithdrawn}
        before={before}
        onRetry={() => void play.refetch()}
      />
    )
  return (
    <UnloadedPage
      name="Play"
      read={play}
      loading={isParked(play.failureReason) ? parked : <PlaySkeleton />}
      pending={received}
      missing={<NoPlay />}
      sentence="Failed to load play"
    />
  )
}

/** The skeleton of a play, in its final layout to prevent layout shifts. */
function PlaySkeleton() {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_30rem]" aria-hidden="true">
        <section className="panel flex flex-col">
          <div className="panel-head">
            <div className="skeleton size-[1.375rem]" />
            <div className="skeleton mr-auto h-3 w-24" />
            <div className="skeleton h-3 w-32" />
          </div>
          <div className="pad flex flex-col gap-4 sm:flex-row">
            <div className="skeleton aspect-[2.56] w-full shrink-0 self-start sm:w-72 lg:w-56 xl:w-72" />
            <div className="min-w-0 flex-1">
              <div className="skeleton h-[1.875rem] w-3/4" />
              <div className="skeleton mt-1 h-[1.125rem] w-2/5" />
              <div className="skeleton mt-2.5 h-5 w-24" />
            </div>
          </div>
          <div className="mt-auto flex items-center gap-4 px-4 pt-2 pb-4 md:gap-6">
            <div className="skeleton size-22 md:w-[6.25rem]" />
            <div className="skeleton h-[3.25rem] w-44 md:h-[4.75rem] md:w-72" />
          </div>
          <div className="h-[7.6875rem] border-t border-line sm:h-[4.9375rem]" />
          <div className="h-[4.3125rem] border-t border-line" />
        </section>
        <section className="panel flex flex-col">
          <div className="panel-head">
            <div className="skeleton h-3 w-24" />
          </div>
          <div className="flex grow flex-col px-4 py-1">
            {[0, 1, 2, 3, 4, 5, 6].map((row) => (
              <div
                key={row}
                className="jrow h-auto max-h-11 min-h-8.5 grow max-sm:grid-cols-[7.75rem_3.5rem_1fr_2.75rem]"
              >
                <div className="skeleton h-3 w-28" />
                <div className="skeleton h-3" />
                <div className="jbar" />
                <div className="skeleton h-3" />
              </div>
            ))}
          </div>
          <div className="h-[3.6875rem] border-t border-line" />
        </section>
      </div>
      <section className="panel mt-4 md:mt-6">
        <div className="panel-head">
          <div className="skeleton h-3 w-16" />
        </div>
        <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <div
            className="flex items-center justify-center overflow-hidden bg-(--well)"
            style={{ height: timingHeight + stripHeight + legendHeight + viewportBarHeight }}
          >
            <LoadingSign />
          </div>
          <div className="h-[24.1875rem] border-t border-line sm:h-[23.0625rem] lg:h-auto lg:border-t-0 lg:border-l" />
        </div>
        <div className="h-[2.5625rem] border-t border-line" />
      </section>
    </>
  )
}
