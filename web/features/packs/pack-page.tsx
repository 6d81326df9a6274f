import { useParams } from 'react-router-dom'
import { ErrorBanner } from '../../ui/error-banner.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** One pack; none is there yet. */
export function PackPage() {
  const { id = '' } = useParams()
  useDocumentTitle('Pack')
  return <ErrorBanner text={/^[1-9]\d*$/.test(id) ? 'Pack not found' : 'Invalid pack ID'} />
}
