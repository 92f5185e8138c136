import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SiteId } from '#core/directory'
import { money } from '#kernel/base/money.ts'
import { apportion, keptOf, optionJson, optionOf, type Split, splitsOf, splitsWithout } from './splits.ts'

const euros = (minor: bigint) => money(minor, 'EUR')
const sum = (all: readonly bigint[]): bigint => all.reduce((total, one) => total + one, 0n)
const share = (minor: bigint, splits: readonly Split[] = []): Split => ({
  toSite: 10002 as SiteId,
  amount: euros(minor),
  description: undefined,
  splits,
})

test('the last share takes the rounding', () => {
  expect(apportion([3333n, 3333n, 3334n], { part: 50n, whole: 100n })).toEqual([1666n, 1666n, 1668n])
  expect(apportion([10n, 10n, 10n], { part: 50n, whole: 99n })).toEqual([5n, 5n, 5n])
})

test('no share grows above its own amount by rounding: the one before it takes the rest', () => {
  expect(apportion([1n, 1n, 1n], { part: 2n, whole: 3n })).toEqual([0n, 1n, 1n])
})

test('a site keeps of its share what it does not share again', () => {
  const splits = [share(60n, [share(20n, [share(5n)]), share(10n)]), share(15n)]
  expect(keptOf(splits).map(({ minor }) => minor)).toEqual([30n, 15n, 5n, 10n, 15n])
})

test('a charge of another amount is shared in proportion, at every level', () => {
  const [first] = splitsOf([share(6000n, [share(2000n)])], euros(2500n), euros(10000n))
  expect([first?.amount.minor, first?.splits[0]?.amount.minor]).toEqual([1500n, 500n])
})

test('what is requested is stored and read again as it was', () => {
  const option = { splits: [{ ...share(60n, [share(20n)]), description: 'Room' }], subMerchantId: 'baker-7' }
  expect(optionOf(optionJson(option)!, 'EUR')).toEqual(option)
  expect(optionJson({ splits: [], subMerchantId: undefined })).toBeUndefined()
})

/** Trees of shares whose sums are at most what is shared. */
const trees = (whole: bigint, levels: number): fc.Arbitrary<readonly Split[]> =>
  levels === 0 || whole === 0n
    ? fc.constant([])
    : fc.array(fc.bigInt({ min: 1n, max: whole }), { maxLength: 4 }).chain((amounts) => {
        const fitting = amounts.filter((_, at) => sum(amounts.slice(0, at + 1)) <= whole)
        return fc.tuple(...fitting.map((minor) => trees(minor, levels - 1).map((inside) => share(minor, inside))))
      })

const charges = fc
  .bigInt({ min: 1n, max: 1_000_000n })
  .chain((whole) =>
    fc.record({ whole: fc.constant(whole), splits: trees(whole, 3), part: fc.bigInt({ min: 0n, max: 2n * whole }) }),
  )

test('whatever the tree and the amount, shares of shares stay within them, and none is lost or doubled', () => {
  fc.assert(
    fc.property(charges, ({ whole, splits, part }) => {
      const kept = keptOf(splits).map(({ minor }) => minor)
      expect(sum(kept)).toBe(sum(splits.map(({ amount }) => amount.minor)))
      const scaled = splitsOf(splits, euros(part), euros(whole))
      const keptThen = keptOf(scaled).map(({ minor }) => minor)
      expect(keptThen.every((minor) => minor >= 0n)).toBe(true)
      expect(sum(keptThen)).toBe((sum(kept) * part) / whole)
      const parts = apportion(kept, { part, whole })
      expect(sum(parts)).toBe((sum(kept) * part) / whole)
      if (part <= whole) expect(parts.every((minor, at) => minor <= kept[at]!)).toBe(true)
      expect(parts.every((minor, at) => minor >= (kept[at]! * part) / whole)).toBe(true)
    }),
  )
})

test('without the shares of a site, the site that shares keeps them, also a share of a share', () => {
  const [guide, hotel] = [10003 as SiteId, 10004 as SiteId]
  const to = (toSite: SiteId, minor: bigint, splits: readonly Split[] = []) => ({ ...share(minor, splits), toSite })
  const splits = [to(guide, 1_200n, [to(hotel, 1_000n)]), to(hotel, 300n)]
  expect(keptOf(splitsWithout(splits, new Set([hotel])))).toEqual([{ site: guide, minor: 1_200n }])
  expect(splitsWithout(splits, new Set())).toEqual(splits)
})
