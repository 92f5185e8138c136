/** The currencies that can be topped up: those that the hosted checkout takes. */
export const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'RON', 'ILS'] as const
