import { SkeletonRows } from '../../ui/skeleton-rows.tsx'

/** The skeleton of a chart page. As high as the window, so that the footer does not jump. */
export function ChartSkeleton() {
  return (
    <div className="min-h-dvh">
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-[27rem_minmax(0,1fr)]">
        <section className="panel" aria-hidden="true">
          <div className="skeleton aspect-[2.56] w-full" />
          <div className="pad">
            <div className="skeleton h-[1.875rem] w-3/4" />
            <div className="skeleton mt-1.5 h-[1.125rem] w-2/5" />
            <div className="skeleton mt-4 h-5 w-32" />
          </div>
          <div className="grid gap-4 border-t border-line px-4 py-4">
            {['w-44', 'w-56', 'w-36', 'w-24'].map((width) => (
              <div key={width} className="flex">
                <div className="w-24 shrink-0">
                  <div className="skeleton h-3 w-16" />
                </div>
                <div className={`skeleton h-3 min-w-0 ${width}`} />
              </div>
            ))}
          </div>
        </section>
        <ListSkeleton rows={10} />
      </div>
      <div className="mt-4 md:mt-6">
        <ListSkeleton rows={8} />
      </div>
    </div>
  )
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <section className="panel">
      <div className="panel-head">
        <div className="skeleton mr-auto h-3 w-28" />
        <div className="skeleton h-8 w-40" />
      </div>
      <SkeletonRows rows={rows} shape="board" />
    </section>
  )
}
