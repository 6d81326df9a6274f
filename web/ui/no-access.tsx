import { Empty } from './empty.tsx'
import { PageHeading } from './page-heading.tsx'

/** A page for a player without its permission. `name`: of the page in a sentence, its heading by default. */
export function NoAccess({ heading, name = heading }: { heading: string; name?: string }) {
  return (
    <>
      <PageHeading>{heading}</PageHeading>
      <section className="panel">
        <Empty
          title={`You don't have access to ${name}`}
          text="If you think this is a mistake, contact an administrator."
        />
      </section>
    </>
  )
}
