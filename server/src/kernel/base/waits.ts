/**
 * Parses a list of waits: ISO 8601 durations separated by commas, each above zero and at most a year. Undefined when
 * the text is not such a list, or has more than `waitsMax` entries.
 */
export function readWaits(text: string): readonly Temporal.Duration[] | undefined {
  const parts = text.split(',', waitsMax + 1)
  const waits = parts.map((part) => waitOf(part.trim()))
  return waits.length <= waitsMax && waits.every((wait) => wait !== undefined) ? waits : undefined
}

export const waitsMax = 30

/** What to send, as it goes on after "must be". */
export const waitsRule = `ISO 8601 durations of at most a year with commas between them, such as P1D,P3D,P7D; at most ${waitsMax}`

const waitDaysMax = 366
const duration =
  /^P(?=[\dT])(?:\d{1,2}Y)?(?:\d{1,2}M)?(?:\d{1,2}W)?(?:\d{1,3}D)?(?:T(?=\d)(?:\d{1,4}H)?(?:\d{1,6}M)?(?:\d{1,8}S)?)?$/i

function waitOf(read: string): Temporal.Duration | undefined {
  if (!duration.test(read)) return undefined
  const wait = Temporal.Duration.from(read)
  // Any anchor will do for the limit: the longest year has 366 days.
  const days = wait.total({ unit: 'days', relativeTo: Temporal.PlainDate.from('2000-01-01') })
  return days > 0 && days <= waitDaysMax ? wait : undefined
}
