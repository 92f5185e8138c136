import type { MovedAmounts } from '#acquiring/payments'
import { add, formatMoney } from '#kernel/base/money.ts'

export type Sum = MovedAmounts & { count: number }

/** Adds amounts up under a key, while they are read; the keys come back in the order in which they were first met. */
export function openSums<Key>() {
  const sums = new Map<Key, Sum>()
  return {
    add(key: Key, { gross, shares, fee, net }: MovedAmounts): void {
      const before = sums.get(key)
      sums.set(
        key,
        before === undefined
          ? { count: 1, gross, shares, fee, net }
          : {
              count: before.count + 1,
              gross: add(before.gross, gross),
              shares: add(before.shares, shares),
              fee: add(before.fee, fee),
              net: add(before.net, net),
            },
      )
    },
    all: (): ReadonlyMap<Key, Sum> => sums,
  }
}

export const amountTexts = ({ gross, shares, fee, net }: MovedAmounts) => ({
  gross: formatMoney(gross),
  shares: formatMoney(shares),
  fee: formatMoney(fee),
  net: formatMoney(net),
})
