import {
  getNotificationSettings,
  markNotificationsSeen,
  type Notification,
} from '@stepledger/contracts/http/notifications.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { readKey, useCall } from '../../api/use-call.ts'
import { ActiveBoardToggle } from '../../parts/leaderboard/active-board.tsx'
import {
  isUnseen,
  useNotificationSettings,
  useNotifications,
} from '../../parts/notifications/use-notifications.ts'
import { isOldModule, withoutConsequences } from '../../parts/plays/ranking-reasons.ts'
import { countText, Time } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Empty, UnloadedRows } from '../../ui/states.tsx'

const settingsPath = '/profile?section=notifications'

/** What happened to the viewer, newest first; opening it marks all as seen. */
export function NotificationsPage() {
  const [search] = useSearchParams()
  const before = search.get('before')
  const { data: settings, error: settingsError, refetch: refetchSettings } = useNotificationSettings()
  const { data, error, refetch } = useNotifications({ settings, before })
  const shown = settings?.kinds.length === 0 ? { notifications: [], more: false } : data
  const seenAt = useSeenAtOpening(settings?.seenAt)
  useMarkSeen(shown?.notifications[0], settings?.seenAt)
  const last = shown?.notifications.at(-1)
  return (
    <div className="mx-auto min-h-dvh max-w-3xl">
      <PageHeading aside={<ActiveBoardToggle />}>Notifications</PageHeading>
      <section className="panel" aria-label="Notifications">
        {!settings || !shown ? (
          <UnloadedRows
            error={settingsError ?? error}
            sentence="Failed to load notifications"
            onRetry={() => (settings ? refetch() : refetchSettings())}
            rows={8}
          />
        ) : shown.notifications.length === 0 ? (
          <Empty
            title={before === null ? 'Nothing yet' : 'Nothing older'}
            text="When a rival passes you, somebody adds you as a rival, you lose places in an event or a play of yours isn't ranked, you'll find it here."
            action={
              <Link className="btn btn-sm h-10 md:h-9" to={settingsPath}>
                Notification settings
              </Link>
            }
          />
        ) : (
          <>
            <ul>
              {groupNotifications(shown.notifications).map((group) => (
                <NotificationRow
                  key={JSON.stringify(group.first)}
                  group={group}
                  isNew={seenAt !== undefined && isUnseen(group.first.at, seenAt)}
                />
              ))}
            </ul>
            <div className="flex flex-wrap items-center gap-x-4 border-t border-line px-4 py-2 text-sm">
              {before !== null && (
                <Link className="hit link" to="/notifications">
                  Latest
                </Link>
              )}
              {shown.more && last && (
                <Link className="hit link" to={`?before=${encodeURIComponent(last.at)}`}>
                  Older
                </Link>
              )}
              <Link className="hit link ml-auto" to={settingsPath}>
                Settings
              </Link>
            </div>
          </>
        )}
      </section>
    </div>
  )
}

/** The time until which notifications were seen before the page was opened. Undefined while loading. */
function useSeenAtOpening(seenAt: string | null | undefined): string | null | undefined {
  const [atOpening, setAtOpening] = useState(seenAt)
  if (atOpening === undefined && seenAt !== undefined) setAtOpening(seenAt)
  return atOpening
}

function useMarkSeen(latest: Notification | undefined, seenAt: string | null | undefined): void {
  const call = useCall()
  const queries = useQueryClient()
  const until = latest && seenAt !== undefined && isUnseen(latest.at, seenAt) ? latest.at : null
  useEffect(() => {
    if (until === null) return
    call(markNotificationsSeen, { body: { until } }).then(
      (settings) => queries.setQueryData(readKey(getNotificationSettings), settings),
      // They stay new until the next visit.
      () => undefined,
    )
  }, [call, queries, until])
}

interface Parts {
  readonly to: string
  readonly line: ReactNode
  readonly detail: ReactNode
}

/** What happened, then the details. New ones are bold and have a diamond. */
function NotificationRow({ group, isNew }: { group: NotificationGroup; isNew: boolean }) {
  const rowLink = useRowLink()
  const { to, line, detail } = group.rest.length === 0 ? partsOf(group.first) : partsOfGroup(group)
  return (
    <li
      {...rowLink(
        to,
        'grid min-h-15 grid-cols-[0.75rem_minmax(0,1fr)_auto] content-center items-baseline gap-x-2 border-b border-line px-4 py-2 last:border-0',
      )}
    >
      <span className="text-center">{isNew && <span className="diamond" aria-hidden="true" />}</span>
      <p className={`min-w-0 wrap-anywhere ${isNew ? 'font-bold' : ''}`}>
        {isNew && <span className="sr-only">New: </span>}
        <Link className="hit hover:underline" to={to}>
          {line}
        </Link>
      </p>
      <Time at={group.first.at} format="short" className="mute text-xs" />
      <p className="mute col-start-2 col-end-4 min-w-0 text-sm wrap-anywhere">{detail}</p>
    </li>
  )
}

function partsOfGroup({ first, rest }: NotificationGroup): Parts {
  const all = [first, ...rest]
  if (first.kind === 'play')
    return {
      to: first.reasons.some(({ code }) => isOldModule(code)) ? '/help#setup' : '/user',
      line: `${all.length} plays weren't ranked`,
      detail: withoutConsequences(first.reasons)
        .map(({ text }) => text)
        .join(' '),
    }
  const places = all.flatMap((of) =>
    of.kind === 'place' ? [`#${countText(of.rank)} in ${of.round}, was #${countText(of.before)}`] : [],
  )
  const { to } = partsOf(first)
  return {
    to,
    line: first.kind === 'place' ? `You lost places in ${first.name}` : '',
    detail: places.join(' · '),
  }
}

function partsOf(of: Notification): Parts {
  switch (of.kind) {
    case 'passed':
      return {
        to: `/play/${of.playId}`,
        line: (
          <>
            <span className="ic-rival">{of.rival.alias}</span> passed you on {titleOrUnknown(of.chart.title)}
          </>
        ),
        detail: `${of.score}%, you had ${of.own}%`,
      }
    case 'follower':
      return {
        to: `/user/${of.player.id}`,
        line: `${of.player.alias} added you as a rival`,
        detail: 'You appear in their comparisons now.',
      }
    case 'event':
      return {
        to: `/event/${of.slug}`,
        line: of.round === null ? `${of.name} is final` : `${of.round} of ${of.name} ended`,
        detail: `You're #${countText(of.rank)} of ${countText(of.players)}`,
      }
    case 'place':
      return {
        to: `/event/${of.slug}`,
        line: `You're #${countText(of.rank)} now in ${of.round} of ${of.name}`,
        detail: `You were #${countText(of.before)} the day before`,
      }
    case 'accepted':
      return {
        to: `/event/${of.slug}`,
        line: `You take part in ${of.name}`,
        detail: 'Its organisers accepted you. Your plays within its rounds count, also earlier ones.',
      }
    case 'withdrawn': {
      const one = of.plays === 1
      return {
        to: one ? `/chart/${of.chart.hash}` : '/user',
        line: `An operator withdrew ${one ? `your play of ${titleOrUnknown(of.chart.title)}` : `${countText(of.plays)} of your plays`}`,
        detail: of.reason ?? 'No reason was given.',
      }
    }
    case 'refused': {
      // A session can send plays too.
      const from = [
        ...(of.key.startsWith('sl_') ? [`API key ${of.key}…`] : []),
        ...(of.client === null ? [] : [`sent by ${of.client}`]),
      ].join(', ')
      return {
        to: '/profile?section=api-keys',
        line:
          of.plays === 1
            ? 'A play of yours was refused'
            : `${countText(of.plays)} plays of yours were refused`,
        detail: from === '' ? of.reason : `${of.reason} (${from})`,
      }
    }
    case 'play':
      return {
        to: `/play/${of.playId}`,
        line: `Your play of ${titleOrUnknown(of.chart.title)} ${playNews(of)}`,
        detail: <PlayDetail of={of} />,
      }
  }
}

type PlayOf = Extract<Notification, { kind: 'play' }>

function playNews({ late, reasons }: PlayOf): string {
  const isRanked = reasons.length === 0
  return late ? (isRanked ? 'arrived late' : "arrived late and isn't ranked") : "isn't ranked"
}

function PlayDetail({ of: { late, reasons, playedAt } }: { of: PlayOf }) {
  return (
    <>
      {withoutConsequences(reasons)
        .map(({ text }) => text)
        .join(' ')}
      {late && (
        <>
          {reasons.length > 0 && ' '}Played <Time at={playedAt} />.
        </>
      )}
    </>
  )
}

interface NotificationGroup {
  readonly first: Notification
  readonly rest: readonly Notification[]
}

/** Groups plays that are not ranked for the same reasons, and places lost in an event on one day. */
export function groupNotifications(notifications: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>()
  for (const [i, notification] of notifications.entries()) {
    const cause = causeOf(notification) ?? String(i)
    const known = groups.get(cause)
    groups.set(
      cause,
      known ? { ...known, rest: [...known.rest, notification] } : { first: notification, rest: [] },
    )
  }
  return [...groups.values()]
}

/** Null for a notification that stands alone. */
function causeOf(of: Notification): string | null {
  if (of.kind === 'place') return `place ${of.slug} ${of.at.slice(0, 10)}`
  if (of.kind === 'play' && of.reasons.length > 0) return `play ${of.reasons.map(({ code }) => code).join()}`
  return null
}
