/**
 * A calendar made of counting alone: days of months, and offsets of time zones looked up moment by moment. It shares
 * nothing with the product's, so that one can be checked against the other. Moments are milliseconds.
 */
export type Wall = { year: number; month: number; day: number; msOfDay: number }

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** What a wall clock in the zone shows. */
export function wallAt(ms: number, zone: string): Wall {
  const local = ms + offsetAt(ms, zone)
  let days = Math.floor(local / dayMs)
  const msOfDay = local - days * dayMs
  let year = 1970
  for (; days < 0; days += daysIn(year)) year--
  for (; days >= daysIn(year); year++) days -= daysIn(year)
  let month = 1
  for (; days >= lengthOf(year, month); month++) days -= lengthOf(year, month)
  return { year, month, day: days + 1, msOfDay }
}

/**
 * The moment at which the wall clock shows this: the first where it does so twice, and as much later where it never
 * does.
 */
export function momentOf(wall: Wall, zone: string): number {
  const local = daysSince1970(wall) * dayMs + wall.msOfDay
  const before = local - offsetAt(local - dayMs, zone)
  const after = local - offsetAt(local + dayMs, zone)
  const shown = [before, after].filter((ms) => ms + offsetAt(ms, zone) === local)
  return shown.length > 0 ? Math.min(...shown) : before
}

/** So many months later, on the same day or the last one there is. */
export function monthsLater({ year, month, day, msOfDay }: Wall, months: number): Wall {
  let [y, m] = [year, month]
  for (let step = 0; step < months; step++) {
    m++
    if (m === 13) {
      m = 1
      y++
    }
  }
  return { year: y, month: m, day: Math.min(day, lengthOf(y, m)), msOfDay }
}

export function daysLater({ year, month, day, msOfDay }: Wall, days: number): Wall {
  let [y, m, d] = [year, month, day]
  for (let step = 0; step < days; step++) {
    d++
    if (d > lengthOf(y, m)) {
      d = 1
      m++
    }
    if (m === 13) {
      m = 1
      y++
    }
  }
  return { year: y, month: m, day: d, msOfDay }
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const daysIn = (year: number): number => (isLeap(year) ? 366 : 365)
const lengthOf = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

function daysSince1970({ year, month, day }: Wall): number {
  let days = day - 1
  for (let y = 1970; y < year; y++) days += daysIn(y)
  for (let m = 1; m < month; m++) days += lengthOf(year, m)
  return days
}

const offsets = new Map<string, number>()

/** What the zone's clocks are ahead of UTC. Looked up once a quarter of an hour, and no clock changes between those. */
function offsetAt(ms: number, zone: string): number {
  const quarter = Math.floor(ms / 900_000) * 900_000
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(quarter).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!
  const offset = sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0
  offsets.set(key, offset)
  return offset
}
