import type { SiteId } from '#core/directory'
import { type Currency, formatMoney, type Money, money, parseMoney } from '#kernel/base/money.ts'

/** A share of a payment that goes to another site, which may share it again. */
export type Split = {
  readonly toSite: SiteId
  readonly amount: Money
  readonly description: string | undefined
  readonly splits: readonly Split[]
}

/** How deep shares may be nested. */
export const splitLevelsMax = 3

/** What a store requests of the payments of an order beside their amount (wire fact 1.7). */
export type TransactionOption = {
  /** Together at most the amount. What is not shared stays with the site of the order. */
  readonly splits: readonly Split[]
  /** The merchant behind the site, for the acquirer. */
  readonly subMerchantId: string | undefined
}

/**
 * A part of each amount, in proportion: `part` of `whole`. Each is rounded down, and together they are what the sum
 * comes to: the last takes the rounding. If `part` is at most `whole`, none is more than its amount; what is too much for
 * the last goes to the one before it.
 */
export function apportion(
  amounts: readonly bigint[],
  { part, whole }: { part: bigint; whole: bigint },
): readonly bigint[] {
  if (whole === 0n) return amounts.map(() => 0n)
  const portion = (amount: bigint) => (amount * part) / whole
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  const parts = amounts.map(portion)
  let rounding = portion(sum) - parts.reduce((total, one) => total + one, 0n)
  for (let at = amounts.length - 1; rounding > 0n; at--) {
    const most = part > whole ? rounding : amounts[at]! - parts[at]!
    const taken = rounding < most ? rounding : most
    parts[at]! += taken
    rounding -= taken
  }
  return parts
}

/** The shares of a payment of `amount`, where an order says them for `whole`: a trial, or a charge of another amount. */
export function splitsOf(splits: readonly Split[], amount: Money, whole: Money): readonly Split[] {
  if (amount.minor === whole.minor) return splits
  const parts = apportion(
    splits.map((split) => split.amount.minor),
    { part: amount.minor, whole: whole.minor },
  )
  return splits.map((split, at) => {
    const share = money(parts[at]!, whole.currency)
    return { ...split, amount: share, splits: splitsOf(split.splits, share, split.amount) }
  })
}

/** What each site keeps of its share when it has shared it again, in the order in which the shares are written. */
export const keptOf = (splits: readonly Split[]): { site: SiteId; minor: bigint }[] =>
  splits.flatMap(({ toSite, amount, splits: shared }) => [
    { site: toSite, minor: shared.reduce((left, one) => left - one.amount.minor, amount.minor) },
    ...keptOf(shared),
  ])

/** The shares but for those of these sites: what one of them would have received stays with the site that shares. */
export const splitsWithout = (splits: readonly Split[], sites: ReadonlySet<SiteId>): readonly Split[] =>
  splits
    .filter(({ toSite }) => !sites.has(toSite))
    .map((split) => ({ ...split, splits: splitsWithout(split.splits, sites) }))

/** As records show it and the database keeps it: amounts are text. */
export type OptionJson = { splitPayment?: SplitJson; subMerchantId?: string }
export type SplitJson = {
  splitSchema: readonly { toSite: SiteId; amount: string; description?: string; splitPayment?: SplitJson }[]
}

export const requestsSomething = (option: TransactionOption | undefined): option is TransactionOption =>
  option !== undefined && (option.splits.length > 0 || option.subMerchantId !== undefined)

/** Undefined when nothing was requested. */
export function optionJson(option: TransactionOption | undefined): OptionJson | undefined {
  if (!requestsSomething(option)) return undefined
  const { splits, subMerchantId } = option
  return { ...splitJson(splits), ...(subMerchantId !== undefined && { subMerchantId }) }
}

const splitJson = (splits: readonly Split[]): { splitPayment?: SplitJson } =>
  splits.length === 0
    ? {}
    : {
        splitPayment: {
          splitSchema: splits.map(({ toSite, amount, description, splits: shared }) => ({
            toSite,
            amount: formatMoney(amount),
            ...(description !== undefined && { description }),
            ...splitJson(shared),
          })),
        },
      }

/** Whether the same is requested: an order that is sent again is the same order. */
export const isSameOption = (one: TransactionOption | undefined, other: TransactionOption | undefined): boolean =>
  JSON.stringify(optionJson(one)) === JSON.stringify(optionJson(other))

export const optionOf = ({ splitPayment, subMerchantId }: OptionJson, currency: Currency): TransactionOption => ({
  splits: splitsFrom(splitPayment, currency),
  subMerchantId,
})

const splitsFrom = (json: SplitJson | undefined, currency: Currency): readonly Split[] =>
  (json?.splitSchema ?? []).map(({ toSite, amount, description, splitPayment }) => ({
    toSite,
    amount: parseMoney(amount, currency)!,
    description,
    splits: splitsFrom(splitPayment, currency),
  }))
