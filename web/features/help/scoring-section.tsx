const windows = [
  ['10 ms', 'Fantastic', '3.5', '–', '–'],
  ['15 ms', 'Fantastic', '–', '3.5', '–'],
  ['23 ms', 'Fantastic', '3', '3', '5'],
  ['44.5 ms', 'Excellent', '1', '2', '4'],
  ['103.5 ms', 'Great', '0', '1', '2'],
  ['136.5 ms', 'Decent', '0', '0', '0'],
  ['181.5 ms', 'Way Off', '0', '0', '−6'],
  ['beyond', 'Miss', '0', '0', '−12'],
] as const

const minimums = [
  ['Sext', '100 % HardEX'],
  ['Quint', '100 % EX'],
  ['Quad', '100'],
  ['Tristar', '99'],
  ['Twostar', '98'],
  ['Star', '96'],
  ['S+', '94'],
  ['S', '92'],
  ['S−', '89'],
  ['A+', '86'],
  ['A', '83'],
  ['A−', '80'],
  ['B+', '76'],
  ['B', '72'],
  ['B−', '68'],
  ['C+', '64'],
  ['C', '60'],
  ['C−', '55'],
] as const

/** How a percent and a grade come about. */
export function ScoringSection() {
  return (
    <section aria-labelledby="scoring">
      <h2 id="scoring">Scoring</h2>
      <p>
        Each step earns points by how far it was off, in either direction. A play's percent is what it earned
        of the most that the chart can give, cut off after two decimals.
      </p>
      <div className="overflow-x-auto">
        <table className="t dense text-base">
          <thead>
            <tr>
              <th>Off by at most</th>
              <th>Judgment</th>
              <th className="num">HardEX</th>
              <th className="num">EX</th>
              <th className="num">ITG</th>
            </tr>
          </thead>
          <tbody>
            {windows.map(([window, judgment, ...weights]) => (
              <tr key={window}>
                <td className="whitespace-nowrap">{window}</td>
                <td>{judgment}</td>
                {weights.map((weight, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the three systems, in their order.
                  <td key={i} className="num">
                    {weight}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td colSpan={2}>Hold or roll held</td>
              <td className="num">1</td>
              <td className="num">1</td>
              <td className="num">5</td>
            </tr>
            <tr>
              <td colSpan={2}>Mine hit</td>
              <td className="num">−1</td>
              <td className="num">−1</td>
              <td className="num">−6</td>
            </tr>
          </tbody>
        </table>
      </div>
      <h3>Grades</h3>
      <p>
        The grade comes from the ITG percent on every board. Only Sext and Quint ask for more, and each is
        given on its own board and on stricter ones. Below C− is D; a failed play is F.
      </p>
      <ul className="!mt-3 grid !list-none gap-x-6 min-[24rem]:grid-cols-2 !p-0 sm:grid-cols-3">
        {minimums.map(([grade, from]) => (
          <li key={grade} className="!mt-0 flex justify-between border-b border-line py-1">
            <b className="font-semibold">{grade}</b> <span className="mute">{from}</span>
          </li>
        ))}
      </ul>
      <h3>What counts</h3>
      <p>
        A play is on the leaderboards when it was passed, at normal speed, without autoplay, and sent by a
        version of the game's module that says so. Every other play is kept too: it is on your profile, and
        its page says why it is on no board. Your best play of a chart counts; at equal scores the earlier one
        is ahead.
      </p>
    </section>
  )
}
