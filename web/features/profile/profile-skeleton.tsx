import { SkeletonRows } from '../../ui/skeleton-rows.tsx'

/** The skeleton of a profile. As high as the window, so that the footer does not jump. */
export function ProfileSkeleton() {
  return (
    <div className="min-h-dvh">
      <div
        className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-[18.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]"
        aria-hidden="true"
      >
        <section className="panel">
          <div className="pad flex gap-4 lg:flex-col">
            <div className="skeleton size-24 shrink-0" />
            <div className="min-w-0 flex-1">
              <div className="skeleton h-[1.875rem] w-40 max-w-full" />
              <div className="skeleton mt-3 h-3 w-28 max-w-full" />
            </div>
          </div>
          <div className="border-t border-line p-4">
            <div className="skeleton h-20" />
          </div>
        </section>
        <div className="grid min-w-0 grid-cols-1 gap-4 md:gap-6 lg:row-span-2">
          <section className="panel">
            <div className="skeleton h-14" />
            <div className="grid grid-cols-3 border-b border-line">
              {[1, 2, 3].map((cell) => (
                <div key={cell} className="grid gap-2 border-l border-line px-4 py-3 first:border-0">
                  <div className="skeleton h-3 w-8" />
                  <div className="skeleton h-6 w-16" />
                  <div className="skeleton h-3 w-14" />
                </div>
              ))}
            </div>
            <div className="h-56 overflow-hidden">
              <SkeletonRows rows={6} shape="board" />
            </div>
          </section>
          <section className="panel">
            <div className="panel-head">
              <div className="skeleton h-3 w-32" />
            </div>
            <div className="p-4">
              <div className="skeleton h-32" />
            </div>
          </section>
          <section className="panel">
            <div className="panel-head">
              <div className="skeleton h-3 w-20" />
            </div>
            <SkeletonRows rows={3} shape="board" />
          </section>
        </div>
        <section className="panel">
          <div className="panel-head">
            <div className="skeleton h-3 w-36" />
          </div>
          <SkeletonRows rows={5} shape="board" />
        </section>
      </div>
      <section className="panel mt-4 md:mt-6">
        <div className="panel-head">
          <div className="skeleton mr-auto h-3 w-28" />
          <div className="skeleton h-8 w-40" />
        </div>
        <div className="border-b border-line px-4 py-3">
          <div className="skeleton h-9 w-72 max-w-full" />
        </div>
        <SkeletonRows rows={10} />
      </section>
    </div>
  )
}
