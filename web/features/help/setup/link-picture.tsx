/** Modules of a QR code that leads nowhere. */
const modules = [
  '111111101011001111111',
  '100000101100101000001',
  '101110100110101011101',
  '101110101001101011101',
  '101110100111001011101',
  '100000101010101000001',
  '111111101010101111111',
  '000000001101100000000',
  '101101110010110100110',
  '010010010111001011001',
  '110111101000110110111',
  '001000011101010001010',
  '111011101011011101101',
  '000000001001101010010',
  '111111100110110011101',
  '100000101101001110001',
  '101110101011100101110',
  '101110100010111010011',
  '101110101110010111101',
  '100000101001101000110',
  '111111101100110101101',
]

const width = 190
const module = 5
const side = modules.length * module
const margin = 4 * module
const left = (width - side) / 2
const top = 36

/** A drawing of the window in which the game shows a code. */
export function LinkPicture({ address }: { address: string }) {
  const bottom = top + side + 2 * margin
  return (
    <svg
      viewBox={`0 0 ${width} ${bottom + 62}`}
      className="mt-2 h-auto w-full max-w-[220px]"
      role="img"
      aria-label="The game with a code to link it"
      fill="currentColor"
      textAnchor="middle"
    >
      <rect width={width} height={bottom + 62} rx="2" fill="var(--color-base-200)" stroke="var(--line)" />
      <text x={width / 2} y="22" fontSize="14" fontWeight="700">
        Link your account
      </text>
      <rect x={left - margin} y={top} width={side + 2 * margin} height={side + 2 * margin} fill="#fff" />
      <path
        transform={`translate(${left} ${top + margin}) scale(${module})`}
        fill="#000"
        shapeRendering="crispEdges"
        d={modules
          .flatMap((row, y) => [...row].map((dark, x) => (dark === '1' ? `M${x} ${y}h1v1h-1z` : '')))
          .join('')}
      />
      <text x={width / 2} y={bottom + 20} fontSize="11">
        {address}
      </text>
      <text x={width / 2} y={bottom + 48} fontSize="24" fontWeight="700">
        BCDF-GHJK
      </text>
    </svg>
  )
}
