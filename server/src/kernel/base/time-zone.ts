/**
 * The name as the time zone database writes it: `europe/paris` is `Europe/Paris`. Undefined for an unknown name, and for
 * an offset such as +02:00, which knows no summer time and is no time zone.
 */
export function readTimeZone(unchecked: string): string | undefined {
  try {
    return /^[a-z]/i.test(unchecked) ? new Temporal.ZonedDateTime(0n, unchecked).timeZoneId : undefined
  } catch {
    return undefined
  }
}
