import { competitionDraft } from '@stepledger/contracts/http/organised-competitions.ts'
import { call, type Player } from '../system/client.ts'
import type { Site } from './site.ts'

const hour = 3_600_000

/** Before the player's first play, with which servers remember it. */
export async function confirmAddress({ database }: Site, { id }: Player): Promise<void> {
  await database.pool.query('update accounts.players set email_verified_at = now() where id = $1', [id])
}

/** A running event of a player whose address is confirmed, and a draft. Returns their paths. */
export async function publishEvent(
  site: Site,
  player: Player,
  charts: readonly string[],
): Promise<{ readonly event: string; readonly draft: string }> {
  const document = documentOf(charts)
  await publish(site, player, document)
  const draft = await draftOf(site, player, { ...document, slug: 'summer-cup', name: 'Summer Cup' })
  return { event: '/event/winter-cup', draft: `/events/drafts/${draft.id}` }
}

/** Another one that `other` has asked to take part in; the player takes part in the first. Returns its path. */
export async function askForEvent(
  site: Site,
  player: Player,
  other: Player,
  charts: readonly string[],
): Promise<string> {
  const document = { ...documentOf(charts), slug: 'small-circle', name: 'Small Circle', access: 'accepted' }
  await publish(site, player, document)
  await send(site, '/api/event/small-circle/participation', other, {})
  await send(site, '/api/event/winter-cup/participation', player, {})
  return '/event/small-circle'
}

function documentOf(charts: readonly string[]) {
  const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  return {
    slug: 'winter-cup',
    name: 'Winter Cup',
    announcement: 'A few charts for the cold evenings.',
    colour: 'gold',
    rounds: [
      { name: 'Round 1', start: inHours(-24), end: inHours(24), charts },
      { name: 'Round 2', start: inHours(24), end: inHours(48), charts },
    ],
  }
}

async function send({ url }: Site, path: string, { token }: Player, body: object): Promise<unknown> {
  const answer = await call(`${url}${path}`, { token, body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

async function draftOf(site: Site, player: Player, document: object) {
  return competitionDraft.parse(await send(site, '/api/event-drafts', player, { document }))
}

async function publish(site: Site, player: Player, document: object): Promise<void> {
  const { id, version } = await draftOf(site, player, document)
  await send(site, `/api/event-drafts/${id}/publish`, player, { version })
}
