import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { placeLabel, type Spot } from './label-place.ts'
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
  const labels = labelsOf(lines, { x, y, width })
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
          {lines.map((line, index) => (
            <OneLine key={line.name} line={line} x={x} y={y} label={labels[index]} />
          ))}
        </svg>
      )}
    </div>
  )
}

type Scale = (value: number) => number

/** Where each name stands, in the order of the lines; of a line without a point nowhere. */
function labelsOf(lines: readonly Line[], { x, y, width }: { x: Scale; y: Scale; width: number }) {
  const drawn = lines.map(({ points }) => points.map((point) => ({ x: x(point.x), y: y(point.y) })))
  const placed: ReturnType<typeof placeLabel>[] = []
  return lines.map(({ name }, index): Spot | undefined => {
    const end = drawn[index]?.at(-1)
    if (!end) return undefined
    const taken = placed.map(({ box }) => box)
    const label = placeLabel(name, end, { lines: drawn, taken, width, height: height - margin.bottom })
    placed.push(label)
    return label
  })
}

function OneLine({ line, x, y, label }: { line: Line; x: Scale; y: Scale; label: Spot | undefined }) {
  const last = line.points.at(-1)
  if (!last || !label) return null
  return (
    <g className={line.is}>
      <LinePath data={[...line.points]} x={(point) => x(point.x)} y={(point) => y(point.y)} className="line" />
      {line.open && <circle cx={x(last.x)} cy={y(last.y)} r={4} className="open" />}
      <text x={label.x} y={label.y} textAnchor={label.anchor}>
        {line.name}
      </text>
    </g>
  )
}
