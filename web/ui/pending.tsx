import { Empty } from './empty.tsx'

/** A page whose subject is written but not yet in the read model. */
export function Pending({ what }: { what: string }) {
  return (
    <section className="panel" role="status">
      <Empty
        title="Nearly there"
        text={`We're still processing this ${what}. It will show up here automatically.`}
      />
    </section>
  )
}
