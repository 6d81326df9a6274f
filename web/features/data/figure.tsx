import type { Answer, Cell, Figure as Plan } from '@stepledger/contracts/analysis/questions.ts'
import { useMemo, useRef } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useSize } from '../../ui/use-size.ts'
import { numberText } from './number-text.ts'

const height = 300

/** Colours of the series; boards have the same colour everywhere. */
const colours = ['--color-primary', '--jex', '--jgr', '--jde', '--j10', '--jmi', '--d-beginner', '--ink-2']
const boards: Readonly<Record<string, string>> = { HardEX: '--lb-hex', EX: '--lb-ex', ITG: '--lb-itg' }

/** The chart of a result, drawn for the available width. The table below it has the same numbers. */
export function Figure({ answer, plan }: { answer: Answer; plan: Plan }) {
  const container = useRef<HTMLDivElement>(null)
  const width = useSize(container)?.width ?? 0
  const { rows, series } = useMemo(() => seriesOf(answer, plan), [answer, plan])
  const isBar = plan.kind === 'bars' || plan.kind === 'stack'
  const isNumeric = !isBar && rows.every(({ x }) => typeof x === 'number')
  const label = `${series.map(({ name }) => name).join(', ')} by ${plan.x}`
  return (
    <div className="p-4" role="img" aria-label={label}>
      <div ref={container} style={{ minHeight: height }} aria-hidden="true">
        {width > 0 && (
          <ComposedChart className="fig" width={width} height={height} data={rows} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="x"
              stroke="var(--line-2)"
              tickLine={false}
              {...(isNumeric ? { type: 'number' as const, domain: ['dataMin', 'dataMax'] } : {})}
            />
            <YAxis
              stroke="var(--line-2)"
              tickLine={false}
              width={56}
              tickFormatter={numberText}
              domain={['auto', 'auto']}
            />
            {isBar && <ReferenceLine y={0} stroke="var(--line-2)" ifOverflow="extendDomain" />}
            <Tooltip
              cursor={{ fill: 'var(--line)', stroke: 'var(--line-2)' }}
              contentStyle={{ background: 'var(--color-base-100)', border: '1px solid var(--line)' }}
              formatter={(value) => (typeof value === 'number' ? numberText(value) : value)}
            />
            {series.length > 1 && <Legend itemSorter={null} />}
            {series.map(({ key, name }, i) => {
              const colour = `var(${boards[name] ?? colours[i % colours.length]})`
              const shared = { dataKey: key, name, isAnimationActive: false }
              return isBar ? (
                <Bar key={key} {...shared} fill={colour} {...(plan.kind === 'stack' && { stackId: 'all' })} />
              ) : (
                <Line
                  key={key}
                  {...shared}
                  type="linear"
                  stroke={colour}
                  strokeWidth={plan.kind === 'dots' ? 0 : 2}
                  legendType={plan.kind === 'dots' ? 'circle' : 'line'}
                  connectNulls
                  dot={
                    plan.kind === 'dots' || rows.length < 40 ? { fill: colour, stroke: 'none', r: 3 } : false
                  }
                />
              )
            })}
          </ComposedChart>
        )}
      </div>
    </div>
  )
}

/** A row of the chart: its position, and the value of each series under its key. */
type Row = Record<string, Cell> & { readonly x: Cell }

/** Keys are numbered, because Recharts reads dots in a key as a path. */
function seriesOf({ columns, rows }: Answer, { x, y, series }: Plan) {
  const cell = (row: readonly Cell[], column: string) => row[columns.indexOf(column)] ?? null
  const names = series === undefined ? [...y] : [...new Set(rows.map((row) => String(cell(row, series))))]
  const keyOf = (name: string) => `y${names.indexOf(name)}`
  const drawn = rows.map((row): Row => {
    const at = { x: cell(row, x) }
    if (series === undefined)
      return { ...at, ...Object.fromEntries(y.map((name) => [keyOf(name), cell(row, name)])) }
    return { ...at, [keyOf(String(cell(row, series)))]: cell(row, y[0] ?? '') }
  })
  return { rows: drawn, series: names.map((name) => ({ key: keyOf(name), name })) }
}
