import { stateAt } from '#connectors/acquirer/sandbox/index.ts'
import { dayOne } from '../world/world.ts'
import type { BothHalves } from './both-halves.ts'
import { withStatements } from './both-halves-accounts.ts'
import { withDecider } from './both-halves-deciding.ts'
import { centsOf } from './both-halves-holders.ts'
import { withPins } from './both-halves-pins.ts'
import { conversionRange, type Range, rangeOf } from './both-halves-rates.ts'
import { withStates } from './both-halves-states.ts'
import { withSubscriptions } from './both-halves-subscriptions.ts'

/**
 * Compares all records of both halves once no work is left: the books, the far network's record, our own acquirer's, the
 * chain's, and what the partner was notified of. Returns the differences, in words.
 */
export async function disagreements(scene: BothHalves): Promise<string[]> {
  const paid = await paymentsOf(scene)
  const booked = await balancesOf(scene)
  return [
    ...(await withBooks(scene)),
    ...withNetworks(scene, paid, booked),
    ...(await withAcquirers(scene, paid, booked)),
    ...(await withHolders(scene, paid)),
    ...(await withTransactions(scene)),
    ...(await withMerchants(scene)),
    ...(await withChain(scene)),
    ...(await withConfirmations(scene)),
    ...(await withPartner(scene)),
    ...(await withDecider(scene)),
    ...(await withPins(scene)),
    ...(await withSubscriptions(scene)),
    ...(await withStatements(scene, dayOne.toString().slice(0, 10))),
    ...(await withStates(scene)),
  ]
}

/** Violations of what holds after every step, in words. */
export async function alwaysTrue({ sql }: BothHalves): Promise<string[]> {
  const { rows } = await sql.query<{ trouble: string }>(
    `select 'all entries in ' || currency || ' sum to ' || sum(minor) as trouble
     from ledger.lines group by currency having sum(minor) <> 0
     union all
     select account || ' has ' || minor || ', and ' || held_minor || ' of it are held'
     from spending.account_totals join ledger.guarded_balances on account = 'holder:' || account_id || ':available'
     where minor < held_minor or minor < 0`,
  )
  return rows.map(({ trouble }) => trouble)
}

/** What a merchant of ours has taken for an order, and returned or lost to disputes. */
type Paid = { order: string; connector: string; currency: string; captured: bigint; refunded: bigint; disputed: bigint }

async function paymentsOf({ sql }: BothHalves): Promise<Paid[]> {
  const { rows } = await sql.query<Paid>(
    `select o.external_id as "order", p.connector, p.currency, p.captured_minor as captured, p.refunded_minor as refunded,
       p.charged_back_minor as disputed
     from payments.payments p join orders.orders o on o.id = p.order_id
     where p.parent_id is null and p.status in ('captured', 'disputed', 'chargedBack')`,
  )
  return rows
}

/** All balances, above zero where Florin is owed. */
async function balancesOf({ sql }: BothHalves): Promise<(prefix: string, currency: string) => bigint> {
  const { rows } = await sql.query<{ account: string; currency: string; minor: bigint }>(
    // What is settled between the two halves is owed by neither.
    `select l.account, l.currency, sum(l.minor)::bigint as minor from ledger.lines l join ledger.entries e on e.id = l.entry_id
     where e.recipe <> 'onUsSettled' group by l.account, l.currency`,
  )
  return (prefix, currency) =>
    rows
      .filter((row) => row.account.startsWith(prefix) && row.currency === currency)
      .reduce((sum, { minor }) => sum + minor, 0n)
}
const currencies = ['EUR', 'USD', 'RON']

async function withBooks({ sql }: BothHalves): Promise<string[]> {
  const { rows } = await sql.query<{ trouble: string }>(
    `select 'the hold ' || reference || ' is there for ever' as trouble from ledger.holds where status = 'held'
     union all
     select 'transaction ' || id || ' is still ' || status || ', ' || held_minor || ' held' from spending.states
     where status in ('pending', 'challenged') or held_minor > 0
     union all
     select 'disputes of ' || sum(minor) || ' ' || currency || ' are decided, and not in the books' from ledger.lines
     where account = 'acquirer:disputed' group by currency having sum(minor) <> 0
     union all
     select 'the debt ' || l.account || ' comes from ' || e.recipe || ' ' || e.reference
     from ledger.lines l join ledger.entries e on e.id = l.entry_id
     where l.account like 'holder:%:owed' and l.minor > 0 and e.recipe not in ('cardPaymentForced', 'topupReversed', 'cardDisputeLost', 'coinsReclaimed')`,
  )
  return rows.map(({ trouble }) => trouble)
}

type Balances = Awaited<ReturnType<typeof balancesOf>>
const netOf = (paid: readonly Paid[], currency: string): bigint =>
  paid
    .filter((one) => one.connector === 'on-us' && one.currency === currency)
    .reduce((sum, { captured, refunded }) => sum + captured - refunded, 0n)

/** What we owe to networks is what the far one knows to have moved, and what our own merchants have taken. */
function withNetworks({ network }: BothHalves, paid: readonly Paid[], booked: Balances): string[] {
  const moved = [...network.moved.values()]
  return currencies.flatMap((currency) => {
    const far = moved.filter(({ amount }) => amount.currency === currency)
    const should = far.reduce((sum, { amount }) => sum + amount.minor, netOf(paid, currency))
    const is = -booked('network:payable', currency)
    return is === should ? [] : [`we owe ${is} ${currency} to networks, and they know of ${should}`]
  })
}

/** What acquirers owe us is what the far one has taken, and what the issuer owes for our own. */
async function withAcquirers(
  { record, world }: BothHalves,
  paid: readonly Paid[],
  booked: Balances,
): Promise<string[]> {
  const taken = new Map<string, bigint>()
  for (const story of Map.groupBy(await record.everything(), ({ authorization }) => authorization).values()) {
    const state = stateAt(story, world.clock.now())
    if (state.is !== 'captured') continue
    const { minor, currency } = state.amount
    taken.set(currency, (taken.get(currency) ?? 0n) + minor - state.refunded.minor - state.disputed.minor)
  }
  return currencies.flatMap((currency) => {
    const should = (taken.get(currency) ?? 0n) + netOf(paid, currency)
    const is = booked('acquirer:', currency)
    return is === should ? [] : [`acquirers owe us ${is} ${currency}, and they know of ${should}`]
  })
}

/** What a holder has is what came in less what was spent, by sums of our own. */
async function withHolders(scene: BothHalves, paid: readonly Paid[]): Promise<string[]> {
  const { holders, orders, topups, network, coins } = scene
  const isTopup = new Set(topups.map(({ id }) => id))
  const found: string[] = []
  for (const holder of holders) {
    const own = paid.filter(({ order }) => orders.get(order) === holder)
    const parts: Range[] = [
      ...own
        .filter(({ order }) => isTopup.has(order))
        .map(({ captured, refunded, disputed }) => rangeOf(captured - refunded - disputed)),
      ...own
        .filter(({ connector }) => connector === 'on-us')
        .flatMap(({ captured, refunded, currency }) => [
          conversionRange(-captured, currency),
          conversionRange(refunded, currency),
        ]),
      ...[...network.moved.values()]
        .filter((one) => one.holder === holder)
        .map(({ amount }) => conversionRange(-amount.minor, amount.currency)),
    ]
    for (const { id } of coins.filter((order) => order.holder === holder)) {
      const { credited = '0.00' } = (await holder.call('GET', `/topups/${id}`)).body
      parts.push(rangeOf(centsOf(credited)))
    }
    const least = parts.reduce((sum, { least }) => sum + least, 0n)
    const most = parts.reduce((sum, { most }) => sum + most, 0n)
    const { balance, held } = (await holder.call('GET', `/accounts/${holder.accountId}`)).body
    const has = centsOf(balance)
    if (has < least || has > most || held !== '0.00')
      found.push(`${holder.name} has ${has} and ${held} held, and should have ${least} to ${most}`)
  }
  return found
}

/** Every transaction has cleared and refunded what the network knows of it. */
async function withTransactions({ network, sql }: BothHalves): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; cleared: bigint; refunded: bigint }>(
    'select id, cleared_minor as cleared, refunded_minor as refunded from spending.states',
  )
  const { rows: named } = await sql.query<{ name: string; id: string }>(
    `select kind || ' ' || presentment_id as name, transaction_id as id from spending.presentments`,
  )
  const byName = new Map(named.map(({ name, id }) => [name, id]))
  // What came in a file does not say which transaction it is.
  const moved = [...network.moved].map(([name, one]) => ({
    ...one,
    transactionId: one.transactionId ?? byName.get(name),
  }))
  return rows.flatMap(({ id, cleared, refunded }) => {
    const own = moved.filter(({ transactionId }) => transactionId === id)
    if (own.length === 0 || own.some(({ amount }) => amount.currency !== 'EUR')) return []
    const sum = (kinds: readonly string[]) =>
      own.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount.minor, 0n)
    const should = [sum(['clearing', 'single']), -sum(['refund'])]
    return cleared === should[0] && refunded === should[1]
      ? []
      : [`transaction ${id}: ${cleared} cleared, ${refunded} refunded; the network knows of ${should}`]
  })
}

/** What the issuer has approved for our own acquirer, the merchant has, or it was reversed: a lost answer is no decline. */
async function withMerchants({ sql }: BothHalves): Promise<string[]> {
  const { rows } = await sql.query<{ trouble: string }>(
    `select 'transaction ' || t.id || ' was approved, and its payment is ' || coalesce(p.status, 'not there') as trouble
     from spending.transactions t
     join onus.requests r on 'FLN' || lpad(r.stan::text, 12, '0') = t.network_transaction_id
     left join payments.payments p on p.key = r.authorization_key
     where t.acquirer_id = 'FLORINONUS' and t.type = 'purchase' and (p.id is null or p.status = 'failed')
       and exists (select from spending.messages where transaction_id = t.id and action = 'approve')
       and not exists (select from spending.messages where transaction_id = t.id and kind = 'reversal')`,
  )
  return rows.map(({ trouble }) => trouble)
}

/** What stayed on the chain is credited once when it is as ordered, and never otherwise. */
async function withChain({ world, coins }: BothHalves): Promise<string[]> {
  const payments = await world.app.sandboxChain!.payments(1_000)
  const lost = new Map(payments.map((payment) => [payment.transactionHash, payment.lost]))
  const found: string[] = []
  for (const { id, holder, sent } of coins) {
    const { crypto, credited = '0.00' } = (await holder.call('GET', `/topups/${id}`)).body as TopupShown
    for (const { hash, isRight } of sent) {
      const seen = crypto.deposits.filter(({ transactionHash }) => transactionHash === hash)
      const allowed = lost.get(hash)
        ? ['dropped', 'lost', 'writtenOff', 'reclaimed', 'none']
        : isRight
          ? holder.hasLeft
            ? ['credited', 'parked']
            : ['credited']
          : ['parked']
      const is = seen.length === 0 ? ['none'] : seen.map(({ status }) => status)
      if (is.length > 1 || !allowed.includes(is[0]!))
        found.push(`coins ${hash} for ${id} are ${is}, and should be ${allowed.join(' or ')}`)
    }
    const sum = crypto.deposits.reduce((all, one) => all + centsOf(one.credited ?? '0.00'), 0n)
    if (sum !== centsOf(credited)) found.push(`topup ${id} has ${credited}, and its deposits ${sum}`)
  }
  return found
}
type TopupShown = {
  credited?: string
  crypto: { deposits: { transactionHash: string; status: string; credited?: string }[] }
}

/** What was paid after a question, a holder has confirmed; and a confirmation pays once. */
async function withConfirmations({ sql, confirmed, proofs }: BothHalves): Promise<string[]> {
  const { rows } = await sql.query<{ payment: string; id: string }>(
    `select p.id::text as payment, a.acs_trans_id as id from payments.payments p
     join onus.authentications a on a.authorization_key = p.key
     where p.connector = 'on-us' and p.three_d_secure = 'challenged' and p.status not in ('failed', 'challenging')`,
  )
  const { rows: twice } = await sql.query<{ id: string }>(
    `select authentication_id as id from spending.transactions where authentication_id is not null
     group by 1 having count(*) > 1`,
  )
  return [
    ...rows.filter(({ id }) => !confirmed.has(id)).map((row) => `payment ${row.payment}: ${row.id} was not confirmed`),
    ...proofs
      .filter(({ isGood, approved }) => approved > (isGood ? 1 : 0))
      .map(({ id, approved }) => `the proof ${id} was approved ${approved} times`),
    ...twice.map(({ id }) => `the authentication ${id} has paid twice`),
  ]
}

/** Every event is delivered or parked, what is delivered has arrived, and nothing else has. */
async function withPartner({ sql, partner, manners }: BothHalves): Promise<string[]> {
  const { rows: events } = await sql.query<{ id: string; type: string; status: string; about: string | null }>(
    `select event_id as id, event_type as type, status, body::jsonb #>> '{data,transactionId}' as about
     from webhooks.events`,
  )
  const accepted = new Set<string>()
  const received = await partner.received()
  for (const [index, { eventId }] of received.entries())
    if (manners.findLast(({ from }) => from <= index)?.accepts) accepted.add(eventId)
  const known = new Set(events.map(({ id }) => id))
  const { rows: wrong } = await sql.query<{ trouble: string }>(eventQuestions)
  return [
    ...events
      .filter(({ id, status }) => !(status === 'parked' || (status === 'delivered' && accepted.has(id))))
      .map(({ id, type, status }) => `event ${id} (${type}) is ${status}, and the partner does not have it`),
    ...received.filter(({ eventId }) => !known.has(eventId)).map(({ eventId }) => `event ${eventId} does not exist`),
    ...wrong.map(({ trouble }) => trouble),
  ]
}

/** One event for each new transaction, for each settlement, and for the two ends of each challenge. */
const eventQuestions = `
  with events as (
    select event_type as type, body::jsonb #>> '{data,transactionId}' as about, count(*) as count
    from webhooks.events group by 1, 2
  ), facts as (
    select 'transactionCreated' as type, id::text as about, 1 as count from spending.transactions
    union all
    select 'transactionSettled', transaction_id::text, count(*) from spending.presentments
    where kind <> 'reversal' group by transaction_id
    union all
    select unnest(array['transaction3dsRequested', 'transaction3dsCompleted']), transaction_id::text, 1 from threeds.challenges
  )
  select type || ' of ' || about || ': ' || coalesce(events.count, 0) || ' events, not ' || coalesce(facts.count, 0) as trouble
  from facts full join (select * from events where type like 'transaction%') as events using (type, about)
  where coalesce(facts.count, 0) <> coalesce(events.count, 0)`
