import { arrowPath, panelTurns } from '@stepledger/contracts/look/arrow.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { isNotFoldedYet, isNotFound } from '../api/call-error.ts'
import { CallFailure, Empty, SkeletonRows } from './states.tsx'

interface Props {
  readonly name: string
  readonly children: ReactNode
}

/** A page that is loading or failed: its kind as a heading for screen readers, over the given content. */
export function PageState({ name, children }: Props) {
  return (
    <>
      <h1 className="sr-only">{name}</h1>
      {children}
    </>
  )
}

interface UnloadedProps extends Pick<Props, 'name'> {
  readonly read: Pick<UseQueryResult, 'error' | 'failureReason' | 'refetch'>
  /** By default rows of a list. */
  readonly loading?: ReactNode
  /** Shown while the subject is written but not yet in the read model. */
  readonly pending?: ReactNode
  /** The page of a subject that does not exist. */
  readonly missing: ReactNode
  readonly sentence: string
}

/** A page without its subject: it is loading, pending or missing, or its read has failed. */
export function UnloadedPage({ name, read, missing, sentence, ...shown }: UnloadedProps) {
  const { loading = <LoadingRows />, pending = loading } = shown
  const { error, failureReason, refetch } = read
  if (isNotFoldedYet(failureReason)) return <PageState name={name}>{pending}</PageState>
  if (!error) return <PageState name={name}>{loading}</PageState>
  if (isNotFound(error)) return missing
  return (
    <PageState name={name}>
      <CallFailure error={error} sentence={sentence} onRetry={refetch} />
    </PageState>
  )
}

function LoadingRows() {
  return (
    <section className="panel min-h-dvh">
      <SkeletonRows rows={10} shape="board" />
    </section>
  )
}

/** A page whose subject will appear by itself. */
export function PendingPanel({ title, text }: { title: string; text: string }) {
  return (
    <section className="panel" role="status">
      <Empty title={title} text={text} />
    </section>
  )
}

/** What `pending` shows of most pages. */
export function Pending({ what }: { what: string }) {
  const text = `We're still processing this ${what}. It will show up here automatically.`
  return <PendingPanel title="Nearly there" text={text} />
}

interface NotFoundProps {
  /** "Chart not found". */
  readonly title: string
  readonly text: string
  readonly way: { readonly to: string; readonly words: string }
}

/** A page whose subject does not exist: what is missing, why, and a link. */
export function NotFound({ title, text, way }: NotFoundProps) {
  useDocumentTitle(title)
  return (
    <section className="panel">
      <h1 className="sr-only">{title}</h1>
      <Empty
        title={title}
        text={text}
        action={
          <Link className="btn btn-primary" to={way.to}>
            {way.words}
          </Link>
        }
      />
    </section>
  )
}

/** `way`: where a link leads instead. */
export function NoPlayer({ way = { to: '/', words: 'Recent Scores' } }: Partial<Pick<NotFoundProps, 'way'>>) {
  return <NotFound title="User not found" text="No player has this address." way={way} />
}

export function NoAccess({ heading, title }: { heading: string; title: string }) {
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <section className="panel">
        <Empty title={title} text="If you think this is a mistake, contact an administrator." />
      </section>
    </>
  )
}

interface PageHeadingProps {
  readonly children: string
  readonly aside?: ReactNode
  readonly title?: string
}

/** The heading of a page without a title card, also the tab's title. */
export function PageHeading({ children, aside, title = children }: PageHeadingProps) {
  useDocumentTitle(title)
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3 md:mb-6">
      <h1 className="mr-auto min-w-0 wrap-anywhere text-3xl font-extrabold font-stretch-expanded">
        {children}
      </h1>
      {aside}
    </div>
  )
}

/** Sets the tab's title: "Second Stage Ignition · Stepledger"; null while unknown. */
export function useDocumentTitle(title: string | null) {
  useEffect(() => {
    document.title = title === null ? 'Stepledger' : `${title} · Stepledger`
  }, [title])
}

/** Fills the window while nothing can be rendered: receptors light up left, down, up, right. */
export function LoadingScreen() {
  return (
    <div className="grid min-h-dvh place-items-center bg-base-200" role="status">
      <Receptors />
      <span className="sr-only">Loading…</span>
    </div>
  )
}

/** The loading indicator of a page. As high as the window, so that the footer does not jump. */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh justify-center pt-[25dvh]">
      <LoadingSign />
    </div>
  )
}

export function LoadingSign() {
  return (
    <div role="status">
      <Receptors />
      <span className="sr-only">Loading…</span>
    </div>
  )
}

function Receptors() {
  return (
    <svg viewBox="0 0 120 40" className="h-14" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round">
        {panelTurns.map((turn, i) => {
          const style: CSSProperties & Record<'--n', number> = { '--n': i }
          return (
            <g key={turn} transform={`translate(${18 + i * 28} 20) rotate(${turn}) scale(1.35)`}>
              <path className="receptor" d={arrowPath} style={style} />
            </g>
          )
        })}
      </g>
    </svg>
  )
}
