interface Props {
  readonly label: string
  /** 0 to 100. */
  readonly percent: number
  /** Text above the bar: the progress. */
  readonly done: string
  readonly aside?: string | undefined
}

export function ProgressBar({ label, percent, done, aside }: Props) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline gap-2 text-sm">
        <span className="grow font-semibold">{done}</span>
        <span className="mute">{aside}</span>
      </div>
      <div
        className="h-2 bg-base-content/11"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${done}`}
      >
        <div
          className="h-full bg-primary motion-safe:transition-[width] motion-safe:duration-150"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
