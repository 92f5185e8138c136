import { type ClientOptions, openClient } from '#kernel/http/client.ts'
import { NoRates, type QuotedRate, type RatesProvider } from './port.ts'
import { readEcb, readJsonRates } from './read-rates.ts'

export type RatesFormat = 'ecb' | 'json'

/** Rates from an address, in the XML of the European Central Bank or as JSON. */
export function httpRates(
  url: string,
  {
    format,
    ...options
  }: { format: RatesFormat } & Pick<ClientOptions, 'log' | 'allowPrivate' | 'timeoutMs' | 'egress'>,
): RatesProvider {
  const { origin, pathname, searchParams } = new URL(url)
  const client = openClient({ baseUrl: origin, ...options })
  return {
    name: format,
    read: async (): Promise<QuotedRate[]> => {
      const query = Object.fromEntries(searchParams)
      const accept = format === 'ecb' ? 'application/xml, text/xml' : 'application/json'
      const { status, text, json } = await client
        .send({ method: 'GET', path: pathname, query, headers: { accept } })
        .catch((error) => {
          throw new NoRates('the source of rates did not respond', { cause: error })
        })
      if (status !== 200) throw new NoRates(`the source of rates replied with status ${status}`)
      return format === 'ecb' ? readEcb(text) : readJsonRates(json)
    },
    close: () => client.close(),
  }
}
