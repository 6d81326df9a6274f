import { Link } from 'react-router-dom'
import { Empty } from './empty.tsx'
import { useDocumentTitle } from './use-document-title.ts'

interface Props {
  /** "Chart not found". */
  readonly title: string
  readonly text: string
  /** The link out of the page. */
  readonly way: { readonly to: string; readonly words: string }
}

/** A page whose subject does not exist: what is missing, why, and a link. */
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
