import { iso31662 } from 'iso-3166'

/** The countries whose states matter to card networks (merchant-payments, customer.state). */
export const countriesWithStates: readonly string[] = ['US', 'CA']

/** `US-NY`, by name within each country. */
export const states: readonly { value: string; text: string }[] = countriesWithStates.flatMap((country) =>
  iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ value: code, text: `${name} (${country})` }))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1)),
)
