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
  { url }: Site,
  { token }: Player,
  charts: readonly string[],
): Promise<{ readonly event: string; readonly draft: string }> {
  const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const document = {
    slug: 'winter-cup',
    name: 'Winter Cup',
    announcement: 'A few charts for the cold evenings.',
    colour: 'gold',
    rounds: [
      { name: 'Round 1', start: inHours(-24), end: inHours(24), charts },
      { name: 'Round 2', start: inHours(24), end: inHours(48), charts },
    ],
  }
  const draftOf = async (of: object) =>
    competitionDraft.parse((await call(`${url}/api/event-drafts`, { token, body: { document: of } })).body)
  const { id, version } = await draftOf(document)
  const published = await call(`${url}/api/event-drafts/${id}/publish`, { token, body: { version } })
  if (published.status !== 200) throw new Error(JSON.stringify(published.body))
  const draft = await draftOf({ ...document, slug: 'summer-cup', name: 'Summer Cup' })
  return { event: '/event/winter-cup', draft: `/events/drafts/${draft.id}` }
}
