import { LoadingSign } from '../../ui/loading-screen.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'

/** The skeleton of a session, in its final layout to prevent layout shifts. */
export function SessionSkeleton() {
  return (
    <div className="min-h-dvh">
      <div aria-hidden="true">
        <div className="skeleton h-[1.375rem] w-32" />
        <div className="skeleton mt-1.5 h-8 w-64" />
        <div className="skeleton mt-2 h-3.5 w-56" />
      </div>
      <div className="panel mt-4 h-[9.5rem] sm:h-[7rem] lg:h-[4rem]" aria-hidden="true" />
      <div className="panel mt-4 grid h-[22rem] place-items-center md:mt-6">
        <LoadingSign />
      </div>
      <section className="panel mt-4 md:mt-6">
        <div className="panel-head" aria-hidden="true">
          <div className="skeleton h-3 w-24" />
        </div>
        <SkeletonRows rows={6} shape="board" />
      </section>
    </div>
  )
}
