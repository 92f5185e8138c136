import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'

/** Money of which it is not known yet whether it has moved: one merchant's at one connector, in one currency. */
export type UncertainMoney = {
  connector: ConnectorId
  merchantId: MerchantId
  count: number
  amount: Money
  /** Since when the oldest is as it is. */
  oldestAt: Instant
}

/** What is not known of a request: whether a payment was approved, or whether what followed it was done. */
export type UnresolvedKind = 'authorization' | 'reversal' | 'capture' | 'void' | 'cancel' | 'refund' | 'payout'

/**
 * Everything that was requested of an acquirer and has been inquired about, or whose response was lost, by the kind of the
 * request; those that wait longest come first. What was sent this very moment is not among it. The conditions are those of
 * partial indexes, so that only what has no result is read.
 */
export async function uncertainByKind(
  db: Db,
  siteIds: readonly SiteId[],
): Promise<(UncertainMoney & { kind: UnresolvedKind })[]> {
  const columns =
    'id, type, connector, merchant_id, currency, coalesce(request_minor, minor) as minor, status, due_tries'
  const rows = await db.run(
    `with unresolved as (
       select ${columns} from payments.payments
        where parent_id is null and status in ('authorizing', 'uncertain', 'reversing')
       union
       select ${columns} from payments.payments where status in ('crediting', 'uncertain', 'refunding', 'cancelling')
       union
       select ${columns} from payments.payments where site_id = any($1) and status in ('capturing', 'voiding')
     )
     select connector, merchant_id as "merchantId", currency,
            case when type = 'credit' then 'payout' else
              case status when 'reversing' then 'reversal' when 'capturing' then 'capture' when 'voiding' then 'void'
                when 'cancelling' then 'cancel' when 'refunding' then 'refund' else 'authorization' end end as kind,
            count(*)::integer as count, sum(minor)::bigint as minor, min(last.occurred_at) as "oldestAt"
       from unresolved u
       cross join lateral (
         select occurred_at from payments.payment_transitions t where t.payment_id = u.id order by t.id desc limit 1
       ) last
      where status in ('uncertain', 'reversing') or due_tries > 0
      group by connector, merchant_id, currency, 4
      order by min(last.occurred_at)`,
    [siteIds],
  )
  return rows.map((row) => {
    const { minor, currency, ...rest } = row as Omit<UncertainMoney, 'amount'> & {
      minor: bigint
      currency: Currency
      kind: UnresolvedKind
    }
    return { ...rest, amount: money(minor, currency) }
  })
}

/** The same whatever the requests were. */
export async function uncertainMoney(db: Db, siteIds: readonly SiteId[]): Promise<UncertainMoney[]> {
  const groups = Map.groupBy(
    await uncertainByKind(db, siteIds),
    ({ connector, merchantId, amount }) => `${connector} ${merchantId} ${amount.currency}`,
  )
  return [...groups.values()].map(([oldest, ...others]) => {
    const { kind: _, ...first } = oldest!
    return {
      ...first,
      count: others.reduce((sum, { count }) => sum + count, first.count),
      amount: money(
        others.reduce((sum, { amount }) => sum + amount.minor, first.amount.minor),
        first.amount.currency,
      ),
    }
  })
}

/** What one connector has done with payments that began since a moment. */
export type ConnectorActivity = {
  connector: ConnectorId
  approved: number
  declined: number
  /** Declined because of its own trouble, also where the payment went on at another connector. */
  inTrouble: number
  /** The response was lost. */
  lost: number
  /** With the connector or at the cardholder's bank. */
  underWay: number
  /** From the request to the approval, of payments whose shopper was not sent to their bank. */
  medianMs: number | undefined
  slowestOf20Ms: number | undefined
  lastApprovedAt: Instant | undefined
  /** The first payment in trouble or without a response after the last approval. */
  failsSince: Instant | undefined
}

/**
 * Of the payments that began since a moment, but of no more than the newest twenty thousand: so it costs the same however many
 * there are. The index of times alone would not do, as it knows nothing of the newest pages until they are summarized. Fewer are
 * read where a payment nearer to the end is older than the moment by far, since ids rise with time but for a few minutes.
 */
export async function connectorActivity(db: Db, since: Instant): Promise<ConnectorActivity[]> {
  const rows = await db.run(
    `with reach as (
       select coalesce((
         select payments from unnest(array[${reaches}]) as payments
          where (select created_at from payments.payments order by id desc offset payments limit 1) < $1::timestamptz - interval '1 hour'
          limit 1), ${newestMax}) as payments
     ), recent as (
       select connector, created_at, approved_at, approved_at - created_at as took, three_d_secure,
              status in ('uncertain', 'reversing') as lost,
              status = 'failed' and decline_reason = 'provider_error' as in_trouble,
              status = 'failed' as failed
         from (select * from payments.payments order by id desc limit (select payments from reach)) as newest
        where created_at >= $1 and parent_id is null and type in ('deposit', 'verify-card')
       union all
       select connector, occurred_at, null, null, null, false, true, true
         from payments.fallbacks where occurred_at >= $1
     ), last as (select connector, max(approved_at) as at from recent group by connector)
     select connector,
            count(approved_at)::integer as approved,
            (count(*) filter (where failed and not in_trouble))::integer as declined,
            (count(*) filter (where in_trouble))::integer as "inTrouble",
            (count(*) filter (where lost))::integer as lost,
            (count(*) filter (where approved_at is null and not failed and not lost))::integer as "underWay",
            round(1000 * extract(epoch from percentile_disc(0.5) within group (order by took)
              filter (where three_d_secure is null or three_d_secure = 'none')))::integer as "medianMs",
            round(1000 * extract(epoch from percentile_disc(0.95) within group (order by took)
              filter (where three_d_secure is null or three_d_secure = 'none')))::integer as "slowestOf20Ms",
            max(approved_at) as "lastApprovedAt",
            min(created_at) filter (where (lost or in_trouble) and (last.at is null or created_at > last.at)) as "failsSince"
       from recent join last using (connector)
      group by connector order by connector`,
    [since],
  )
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? undefined])),
  ) as ConnectorActivity[]
}
const newestMax = 20_000
/** The next is looked at when the one before does not reach far enough. */
const reaches = [500, 4_000]
