import type { OptionJson, SplitJson } from '#acquiring/terms'
import type { Difference } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * A payment takes along what its order says: its shares in proportion to the amount, and the merchant behind its site. A
 * managed order may be charged with shares of that charge alone, which are sealed with the payment.
 */
export async function checkOrderShares(moment: Reader, payments: readonly bigint[]): Promise<Difference[]> {
  const rows = (await moment.run(
    `select p.id, p.minor, p.currency, p.transaction_option as actual, o.id as order_id, o.minor as whole, o.transaction_option as ordered
     from payments.payments p join orders.orders o on o.id = p.order_id
     where p.id = any($1) and p.parent_id is null and p.type <> 'credit' and not (o.type = 'managed' and p.source = 're-bill')
       and (p.transaction_option is not null or o.transaction_option is not null)
     order by p.id`,
    [payments],
  )) as OptionRow[]
  return rows.flatMap(differencesOf)
}

type OptionRow = {
  id: bigint
  minor: bigint
  currency: Currency
  actual: OptionJson | null
  order_id: bigint
  whole: bigint
  ordered: OptionJson | null
}
type Share = { site: number; minor: bigint; description: string; shares: readonly Share[] }

function differencesOf({ id, minor, currency, actual, order_id, whole, ordered }: OptionRow): Difference[] {
  const shares = sharesIn(ordered?.splitPayment, currency)
  const should = textOf(minor === 0n ? [] : scaled(shares, { part: minor, whole }), ordered, currency)
  const is = textOf(sharesIn(actual?.splitPayment, currency), actual, currency)
  if (is === should) return []
  const look = `payments.payments where id = ${id}, and orders.orders where id = ${order_id}`
  return [{ about: `payment ${id}`, wrong: 'its shares are not those of its order', actual: is, should, look }]
}

const sharesIn = (split: SplitJson | undefined, currency: Currency): Share[] =>
  (split?.splitSchema ?? []).map(({ toSite, amount, description, splitPayment }) => ({
    site: toSite,
    minor: parseMoney(amount, currency)?.minor ?? 0n,
    description: description ?? '',
    shares: sharesIn(splitPayment, currency),
  }))

/** Rounded down at every level; the cents that are missing from the whole go to the last, or to those before it that can have them. */
function scaled(shares: readonly Share[], { part, whole }: { part: bigint; whole: bigint }): Share[] {
  if (part === whole) return [...shares]
  const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)
  const portion = (minor: bigint) => (whole === 0n ? 0n : (minor * part) / whole)
  let missing = portion(sum(shares.map(({ minor }) => minor))) - sum(shares.map(({ minor }) => portion(minor)))
  return shares
    .toReversed()
    .map((share) => {
      const least = portion(share.minor)
      const most = part > whole ? missing : share.minor - least
      const more = missing < most ? missing : most
      missing -= more
      const minor = least + more
      return { ...share, minor, shares: scaled(share.shares, { part: minor, whole: share.minor }) }
    })
    .toReversed()
}

function textOf(shares: readonly Share[], option: OptionJson | null, currency: Currency): string {
  const write = ({ site, minor, description, shares: inside }: Share): string =>
    `site ${site}: ${amountText(minor, currency)} ${description}`.trim() +
    (inside.length > 0 ? ` (${inside.map(write).join(', ')})` : '')
  const parts = [...shares.map(write), ...(option?.subMerchantId ? [`for merchant ${option.subMerchantId}`] : [])]
  return parts.join(', ') || 'none'
}
