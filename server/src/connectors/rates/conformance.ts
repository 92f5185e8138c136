import { describe, expect, test } from 'vitest'
import { isAsset } from '#kernel/base/assets.ts'
import { isRate, type RatesProvider } from './port.ts'

/** What every source of rates must do: the rules of the port, tested from the outside. */
export function ratesConformance(name: string, make: () => Promise<RatesProvider>): void {
  describe(`${name} as a source of rates`, () => {
    test('has a name for the rates that it brings', async () => {
      const provider = await make()
      expect(provider.name).toMatch(/^[a-z][a-z0-9-]{0,39}$/)
      await provider.close()
    })

    test('brings exact rates with the euro on one side, each once, as of one moment or several', async () => {
      const provider = await make()
      const rates = await provider.read()
      expect(rates.length).toBeGreaterThan(0)
      for (const { base, quote, rate, at } of rates) {
        expect([isAsset(base), isAsset(quote), isRate(rate)]).toEqual([true, true, true])
        expect((base === 'EUR') !== (quote === 'EUR')).toBe(true)
        expect(at).toBeInstanceOf(Temporal.Instant)
      }
      expect(new Set(rates.map(({ base, quote }) => `${base} ${quote}`)).size).toBe(rates.length)
      await provider.close()
    })

    test('brings the same to everybody at the same moment', async () => {
      const provider = await make()
      const [one, other] = await Promise.all([provider.read(), provider.read()])
      expect(JSON.stringify(one)).toBe(JSON.stringify(other))
      await provider.close()
    })
  })
}
