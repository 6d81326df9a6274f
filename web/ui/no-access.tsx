import { Empty } from './empty.tsx'
import { PageHeading } from './page-heading.tsx'

/** A page for a player without its permission. */
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
