import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { otherRows, weightRows } from './rules-table.ts'

/** The weights of steps, holds and mines, one column per system. */
export function WeightTable({ rules }: { rules: Rules }) {
  const names = rules.systems.map(({ name }) => name)
  const cells = (weights: readonly string[]) =>
    weights.map((weight, i) => (
      <td key={names[i]} className="num">
        {weight}
      </td>
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it scrolls, also by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label="Weights">
      <table className="t dense text-base max-sm:text-sm max-sm:[&_:is(td,th)]:px-1.5">
        <thead>
          <tr>
            <th>Off by at most</th>
            <th>Judgment</th>
            {names.map((name) => (
              <th key={name} className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weightRows(rules).map(({ within, judgment, weights }) => (
            <tr key={within}>
              <td className="whitespace-nowrap">{within}</td>
              <td>{judgment}</td>
              {cells(weights)}
            </tr>
          ))}
          {otherRows(rules).map(({ what, weights }) => (
            <tr key={what}>
              <td colSpan={2}>{what}</td>
              {cells(weights)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
