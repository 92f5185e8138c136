export const [ageMin, ageMax] = [18, 130] as const

/** Whether a person born on a day may be a customer, on a day of UTC. Born on 29 February, one comes of age on 1 March. */
export function isAdult(born: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const age = today.since(born, { largestUnit: 'years' }).years
  return age >= ageMin && age <= ageMax
}
