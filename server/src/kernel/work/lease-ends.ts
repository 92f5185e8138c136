/**
 * Whether no worker holds a row, as SQL: `wall` is the machine's time, and `leaseMs` how long a lease lasts. One that ends
 * later than any that is taken now was taken by a clock that was ahead, so it counts as ended.
 */
export const isFree = (wall: string, leaseMs: number, leasedUntil = 'leased_until'): string =>
  `(${leasedUntil} is null or ${leasedUntil} < ${wall} or ${leasedUntil} > ${wall}::timestamptz + interval '${leaseMs + apartMs} milliseconds')`

/** By how much the clocks of machines may differ, and a lease be longer in another version. */
const apartMs = 600_000
