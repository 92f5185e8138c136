export type Spot = { x: number; y: number; anchor: 'start' | 'end' }
type At = { x: number; y: number }
type Box = { left: number; right: number; top: number; bottom: number }

/** Of text of 12 px, roughly; a name is never cut, so a guess too wide does no harm. */
const [characterWidth, lineHeight, gap] = [7, 14, 8]

/**
 * Where the name of a line stands: beside its last point, where it lies on no line, on no other name and inside the
 * drawing; if there is no such place, above the point.
 */
export function placeLabel(
  name: string,
  end: At,
  {
    lines,
    taken,
    width,
    height,
  }: { lines: readonly (readonly At[])[]; taken: readonly Box[]; width: number; height: number },
): Spot & { box: Box } {
  const spots = spotsAround(end).map((spot) => ({ ...spot, box: boxOf(name, spot) }))
  const isFree = ({ box }: { box: Box }) =>
    box.left >= 0 &&
    box.right <= width &&
    box.top >= 0 &&
    box.bottom <= height &&
    !taken.some((other) => isOver(box, other)) &&
    !lines.some((line) => line.some((point, index) => isCrossed(box, line[index - 1] ?? point, point)))
  return spots.find(isFree) ?? spots.find(({ box }) => box.left >= 0 && box.right <= width) ?? spots[0]!
}

/** Near the point first; text stands on its `y`. */
const spotsAround = ({ x, y }: At): Spot[] =>
  [1, 2, 3, 4, 5].flatMap((step): Spot[] => [
    { x: x + gap, y: y - gap * step, anchor: 'start' },
    { x: x - gap, y: y - gap * step, anchor: 'end' },
    { x: x + gap, y: y + lineHeight + gap * (step - 1), anchor: 'start' },
    { x: x - gap, y: y + lineHeight + gap * (step - 1), anchor: 'end' },
  ])

function boxOf(name: string, { x, y, anchor }: Spot): Box {
  const wide = name.length * characterWidth
  const left = anchor === 'start' ? x : x - wide
  return { left, right: left + wide, top: y - lineHeight + 3, bottom: y + 3 }
}

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Whether a stroke between two points comes into a box; looked at often enough that nothing is missed. */
function isCrossed(box: Box, from: At, to: At): boolean {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4))
  return Array.from({ length: steps + 1 }, (_, index) => index / steps).some((part) => {
    const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part]
    return x > box.left - 2 && x < box.right + 2 && y > box.top - 2 && y < box.bottom + 2
  })
}
