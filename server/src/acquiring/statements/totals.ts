import { add, type Currency, type Money, zero } from '#kernel/base/money.ts'
import { type MovementKind, movementKinds } from './movement-kind.ts'
import type { Movement } from './statement.ts'

export type Total = { kind: MovementKind; count: number; gross: Money; fee: Money; net: Money }

/** Adds movements up by their kinds, while they are read. */
export function openTotals(currency: Currency) {
  const totals = new Map<MovementKind, Total>()
  return {
    add(movements: readonly Movement[]): void {
      for (const { kind, gross, fee, net } of movements) {
        const before = totals.get(kind) ?? none(kind, currency)
        totals.set(kind, {
          kind,
          count: before.count + 1,
          gross: add(before.gross, gross),
          fee: add(before.fee, fee),
          net: add(before.net, net),
        })
      }
    },
    /** In the order of the kinds. */
    all: (): readonly Total[] => movementKinds.flatMap((kind) => totals.get(kind) ?? []),
  }
}

const none = (kind: MovementKind, currency: Currency): Total => ({
  kind,
  count: 0,
  gross: zero(currency),
  fee: zero(currency),
  net: zero(currency),
})
