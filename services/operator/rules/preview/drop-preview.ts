import { dropPreview } from '../../../projector/generations/preview-generation.ts'
import { recordAction } from '../../audit/record-action.ts'
import type { Store } from '../../store.ts'

/** Drops the preview, or only that of `generation`, as the page of operators does. Returns what was dropped, or null. */
export async function dropAuditedPreview(
  store: Pick<Store, 'database' | 'push' | 'operator'>,
  only?: { readonly generation: number },
): ReturnType<typeof dropPreview> {
  const dropped = await dropPreview(store.database, only)
  const generation = dropped?.generation ?? null
  const details: Record<string, string> = generation === null ? {} : { generation: String(generation) }
  if (dropped) await recordAction(store, { what: 'Preview of rules dropped', details })
  return dropped
}
