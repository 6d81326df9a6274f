import { z } from 'zod'
import { competitionDocument } from '../rules/competition-document.ts'
import { actedBy } from './acted-by.ts'
import { type EventOf, eventType } from './event-type.ts'

/**
 * A competition was announced, or announced again with a changed document, which replaces the previous one. Like rules
 * it is read strictly: a new field of the document is a new version. The key is its slug.
 */
export const eventAnnounced = eventType({
  type: 'EventAnnounced',
  v: 1,
  topic: 'rules',
  data: z.object({ document: competitionDocument, by: actedBy }),
})
export type EventAnnounced = EventOf<typeof eventAnnounced>
