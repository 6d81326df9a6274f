import { Empty } from './empty.tsx'

/** In place of a page whose subject was written and is not shown yet. */
export function OnItsWay({ what }: { what: string }) {
  return (
    <section className="panel" role="status">
      <Empty title="Nearly there" text={`This ${what} is on its way. It appears here by itself.`} />
    </section>
  )
}
