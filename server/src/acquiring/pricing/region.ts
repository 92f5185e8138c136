export const regions = ['domestic', 'eea', 'other'] as const
export type Region = (typeof regions)[number]

/**
 * Where a card is from, as a site sees it: from the site's own country, from elsewhere in the European Economic Area, or
 * from the rest of the world. Undefined where one of the countries is not known.
 */
export function regionOf({ cardCountry, siteCountry }: Countries): Region | undefined {
  if (cardCountry === undefined || siteCountry === undefined) return undefined
  if (cardCountry === siteCountry) return 'domestic'
  return eea.has(cardCountry) ? 'eea' : 'other'
}
type Countries = { cardCountry: string | undefined; siteCountry: string | undefined }

/** The members of the European Union, and Iceland, Liechtenstein and Norway. */
const eea: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)
