import { Link } from 'react-router-dom'
import { Empty } from './empty.tsx'
import { useDocumentTitle } from './use-document-title.ts'

interface Props {
  /** "Chart not found". */
  readonly title: string
  readonly text: string
  /** Where to go from here. */
  readonly way: { readonly to: string; readonly words: string }
}

/** In place of a page whose subject is not there: what is missing, why that may be, and a way on. */
export function NotFound({ title, text, way }: Props) {
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
