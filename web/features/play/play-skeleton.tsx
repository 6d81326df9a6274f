import { LoadingSign } from '../../ui/loading-screen.tsx'
import { legendHeight, stripHeight, timingHeight, viewportBarHeight } from './timing/model/chart-layout.ts'

/** The skeleton of a play, in its final layout to prevent layout shifts. */
export function PlaySkeleton() {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_30rem]" aria-hidden="true">
        <section className="panel flex flex-col">
          <div className="panel-head">
            <div className="skeleton size-[1.375rem]" />
            <div className="skeleton mr-auto h-3 w-24" />
            <div className="skeleton h-3 w-32" />
          </div>
          <div className="pad flex flex-col gap-4 sm:flex-row">
            <div className="skeleton aspect-[2.56] w-full shrink-0 self-start sm:w-72 lg:w-56 xl:w-72" />
            <div className="min-w-0 flex-1">
              <div className="skeleton h-[1.875rem] w-3/4" />
              <div className="skeleton mt-1 h-[1.125rem] w-2/5" />
              <div className="skeleton mt-2.5 h-5 w-24" />
            </div>
          </div>
          <div className="mt-auto flex items-center gap-4 px-4 pt-2 pb-4 md:gap-6">
            <div className="skeleton size-22 md:w-[6.25rem]" />
            <div className="skeleton h-[3.25rem] w-44 md:h-[4.75rem] md:w-72" />
          </div>
          <div className="h-[7.6875rem] border-t border-line sm:h-[4.9375rem]" />
          <div className="h-[4.3125rem] border-t border-line" />
        </section>
        <section className="panel flex flex-col">
          <div className="panel-head">
            <div className="skeleton h-3 w-24" />
          </div>
          <div className="flex grow flex-col px-4 py-1">
            {[0, 1, 2, 3, 4, 5, 6].map((row) => (
              <div
                key={row}
                className="jrow h-auto max-h-11 min-h-8.5 grow max-sm:grid-cols-[7.75rem_3.5rem_1fr_2.75rem]"
              >
                <div className="skeleton h-3 w-28" />
                <div className="skeleton h-3" />
                <div className="jbar" />
                <div className="skeleton h-3" />
              </div>
            ))}
          </div>
          <div className="h-[3.6875rem] border-t border-line" />
        </section>
      </div>
      <section className="panel mt-4 md:mt-6">
        <div className="panel-head">
          <div className="skeleton h-3 w-16" />
        </div>
        <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <div
            className="flex items-center justify-center overflow-hidden bg-(--well)"
            style={{ height: timingHeight + stripHeight + legendHeight + viewportBarHeight }}
          >
            <LoadingSign />
          </div>
          <div className="h-[24.1875rem] border-t border-line sm:h-[23.0625rem] lg:h-auto lg:border-t-0 lg:border-l" />
        </div>
        <div className="h-[2.5625rem] border-t border-line" />
      </section>
    </>
  )
}
