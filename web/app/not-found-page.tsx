import { Link } from 'react-router-dom'
import { Empty } from '../ui/empty.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'

export function NotFoundPage() {
  useDocumentTitle('Page not found')
  return (
    <section className="panel">
      <h1 className="sr-only">Page not found</h1>
      <Empty
        title="Page not found"
        text="There is nothing at this address."
        action={
          <Link className="btn btn-primary" to="/">
            Back to Home
          </Link>
        }
      />
    </section>
  )
}
