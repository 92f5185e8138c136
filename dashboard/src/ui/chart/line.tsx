import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { height, margin, useWidth } from './width.ts'

export type Point = { x: number; y: number }
/** `now` is what happens, and `before` what it is compared with: grey and dashed. `open`: it goes on. */
export type Line = { name: string; is: 'now' | 'before'; points: readonly Point[]; open?: boolean }

/**
 * Lines over one axis of time, at most three, each named at its end. The axis of amounts begins at zero. Hidden from screen
 * readers: the table beside it says the same.
 */
export function LineChart({
  lines,
  nameX,
  nameY,
}: {
  lines: readonly Line[]
  nameX: (x: number) => string
  nameY: (y: number) => string
}) {
  const [ref, width] = useWidth()
  const points = lines.flatMap((line) => line.points)
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, ...points.map((point) => point.x))],
    range: [margin.start, Math.max(margin.start + 1, width - margin.end)],
  })
  const y = scaleLinear<number>({
    domain: [0, Math.max(1, ...points.map((point) => point.y))],
    range: [height - margin.bottom, margin.top],
    nice: 4,
  })
  return (
    <div className="drawing" ref={ref} aria-hidden="true">
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true">
          <AxisLeft scale={y} left={margin.start} numTicks={4} tickFormat={(value) => nameY(Number(value))} hideTicks />
          <AxisBottom
            scale={x}
            top={height - margin.bottom}
            numTicks={width < 420 ? 4 : 8}
            tickFormat={(value) => nameX(Number(value))}
          />
          {lines.map((line) => (
            <OneLine key={line.name} line={line} x={x} y={y} width={width} />
          ))}
        </svg>
      )}
    </div>
  )
}

type Scale = (value: number) => number

function OneLine({ line, x, y, width }: { line: Line; x: Scale; y: Scale; width: number }) {
  const last = line.points.at(-1)
  if (!last) return null
  const [endX, endY] = [x(last.x), y(last.y)]
  const isFar = endX > width - 120
  return (
    <g className={line.is}>
      <LinePath data={[...line.points]} x={(point) => x(point.x)} y={(point) => y(point.y)} className="line" />
      {line.open && <circle cx={endX} cy={endY} r={4} className="open" />}
      <text x={endX + (isFar ? -4 : 8)} y={endY - 8} textAnchor={isFar ? 'end' : 'start'}>
        {line.name}
      </text>
    </g>
  )
}
