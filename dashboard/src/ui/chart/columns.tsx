import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { height, margin, useWidth } from './width.ts'

export type Column = { name: string; value: number }

/** A column for each day. Hidden from screen readers: the table beside it says the same. */
export function ColumnChart({ columns, nameY }: { columns: readonly Column[]; nameY: (value: number) => string }) {
  const [ref, width] = useWidth()
  const x = scaleBand<string>({
    domain: columns.map(({ name }) => name),
    range: [margin.start, Math.max(margin.start + 1, width - margin.end)],
    padding: 0.25,
  })
  const y = scaleLinear<number>({
    domain: [0, Math.max(1, ...columns.map(({ value }) => value))],
    range: [height - margin.bottom, margin.top],
    nice: 4,
  })
  const every = width < 420 ? 4 : 2
  const named = columns.filter((_, index) => index % every === 0).map(({ name }) => name)
  return (
    <div className="drawing" ref={ref} aria-hidden="true">
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <AxisLeft scale={y} left={margin.start} numTicks={4} tickFormat={(value) => nameY(Number(value))} hideTicks />
          <AxisBottom scale={x} top={height - margin.bottom} tickValues={named} hideTicks />
          {columns.map(({ name, value }) => (
            <Bar
              key={name}
              className="column"
              x={x(name) ?? 0}
              width={x.bandwidth()}
              y={y(value)}
              height={height - margin.bottom - y(value)}
            />
          ))}
        </svg>
      )}
    </div>
  )
}
