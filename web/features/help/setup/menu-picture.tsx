interface Props {
  readonly title: string
  readonly items: readonly string[]
  /** The highlighted item. */
  readonly chosen: string
  /** The accessible name. */
  readonly label: string
}

const width = 200
const rowHeight = 26

/** A drawing of one of the game's menus with one item highlighted. */
export function MenuPicture({ title, items, chosen, label }: Props) {
  const height = 34 + items.length * rowHeight + 8
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto w-full max-w-[240px]"
      role="img"
      aria-label={label}
    >
      <rect width={width} height={height} rx="2" fill="var(--color-base-200)" stroke="var(--line)" />
      <rect width={width} height="26" rx="2" fill="var(--line)" />
      <text x="10" y="18" fontSize="13" fontWeight="700" fill="currentColor">
        {title}
      </text>
      {items.map((item, i) => {
        const y = 34 + i * rowHeight
        const isChosen = item === chosen
        return (
          <g key={item}>
            {isChosen && (
              <rect
                x="6"
                y={y}
                width={width - 12}
                height={rowHeight - 4}
                rx="2"
                fill="var(--color-primary)"
              />
            )}
            <text
              x="14"
              y={y + 15.5}
              fontSize="12.5"
              fontWeight={isChosen ? 700 : 400}
              fill={isChosen ? 'var(--color-primary-content)' : 'currentColor'}
              opacity={isChosen ? 1 : 0.85}
            >
              {item}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
