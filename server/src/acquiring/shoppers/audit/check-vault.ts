import { type InspectedCard, type Vault, type VaultToken, vaultSweep } from '#core/vault'
import type { Difference, Findings } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'

export type VaultCheck = {
  vault: Pick<Vault, 'inspect'>
  /** As the tables are now, and not as of the moment: a card may be stored or deleted while this runs. */
  current: Reader
}

/**
 * Every stored card has its number in the vault: the one with its fingerprint and digits, of its merchant; and every
 * number in the vault that is older than a few days belongs to a stored card, or to a payment that may still store it.
 */
export async function checkVault(findings: Findings, { vault, current }: VaultCheck): Promise<void> {
  // In this order: a number is there before its card is stored, and until after its card is deleted.
  const active = await activeCards(current)
  findings.differ(...sharedTokens(active).map(differenceOfShared))
  const kept = new Set<string>()
  for (let after: VaultToken | undefined; ; ) {
    const page = await vault.inspect(after)
    if (page.length === 0) break
    const cards = await cardsOf(current, page)
    for (const card of page) {
      findings.differ(...differencesOf(card, cards.get(card.token)))
      kept.add(card.token)
    }
    after = page.at(-1)!.token
  }
  if (kept.size > 0) findings.checked('vault records', kept.size)
  const missing = active.filter(({ token }) => !kept.has(token))
  const still = missing.length > 0 ? new Set((await activeCards(current)).map(({ id }) => id)) : new Set()
  findings.differ(...missing.filter(({ id }) => still.has(id)).map(differenceOfMissing))
}

type StoredRow = {
  token: VaultToken
  id: bigint | null
  status: string | null
  first6: string | null
  last4: string | null
  fingerprint: Uint8Array | null
  merchant_id: number | null
  awaited: boolean
  /** The newest event or, while no worker runs, when the sweep was due: it has left what is older by some days. */
  known_at: Temporal.Instant | null
}

const cardsOf = async (current: Reader, page: readonly InspectedCard[]): Promise<Map<VaultToken, StoredRow>> => {
  const rows = (await current.run(
    `select t.token, c.id, c.status, c.first6, c.last4, c.fingerprint, s.merchant_id,
            exists (select from payments.payments p where p.stores_token = t.token
                    and p.status in ('authorizing', 'challenging', 'uncertain', 'reversing')) as awaited,
            least((select due_at from florin.scheduled_tasks where name = $2),
                  (select max(occurred_at) from (select occurred_at from outbox.events order by id desc limit 100) e)) as known_at
     from unnest($1::uuid[]) as t(token)
     left join lateral (select * from shoppers.cards where vault_token = t.token order by status limit 1) c on true
     left join shoppers.shoppers h on h.id = c.shopper_id left join directory.sites s on s.id = h.site_id`,
    [page.map(({ token }) => token), vaultSweep],
  )) as StoredRow[]
  return new Map(rows.map((row) => [row.token, row]))
}

function differencesOf(card: InspectedCard, stored: StoredRow | undefined): Difference[] {
  const about = `vault record ${card.token}`
  const look = `vault.cards where token = '${card.token}'`
  if (!card.shown) {
    const wrong = 'it does not open as what it says it is: it was altered, or its master key is not in the key file'
    return [{ about, wrong, actual: 'unreadable', should: 'the number of a card', look }]
  }
  if (!stored || stored.id === null) {
    const isOld = stored?.known_at && Temporal.Instant.compare(card.createdAt.add(sweptAfter), stored.known_at) < 0
    if (stored?.awaited || !isOld) return []
    const wrong = 'no stored card and no payment refers to it, and the daily sweep has left it'
    return [{ about, wrong, actual: 'a number that nobody needs', should: 'deleted', look }]
  }
  if (stored.status !== 'active') return []
  const same =
    stored.first6 === card.shown.first6 &&
    stored.last4 === card.shown.last4 &&
    stored.merchant_id === card.merchantId &&
    Buffer.from(stored.fingerprint!).equals(card.fingerprint)
  if (same) return []
  return [
    {
      about: `stored card ${stored.id}`,
      wrong: 'the number in the vault is another card’s, or another merchant’s',
      actual: `${card.shown.first6}…${card.shown.last4} of merchant ${card.merchantId}`,
      should: `${stored.first6}…${stored.last4} of merchant ${stored.merchant_id}`,
      look: `shoppers.cards where id = ${stored.id}, and ${look}`,
    },
  ]
}
/** The sweep runs once a day and leaves what is younger than a day. */
const sweptAfter = { hours: 96 }

type ActiveCard = { id: bigint; token: string }

/** The vault is on a role of its own, so that no query sees both: the tokens are compared here. */
const activeCards = async (current: Reader): Promise<ActiveCard[]> =>
  (await current.run(
    `select id, vault_token::text as token from shoppers.cards where status = 'active'`,
    [],
  )) as ActiveCard[]

/** Every card that is stored has a token of its own: a row that names another card's was made by hand. */
const sharedTokens = (cards: readonly ActiveCard[]): ActiveCard[] =>
  [...Map.groupBy(cards, ({ token }) => token).values()].flatMap((same) => (same.length > 1 ? same : []))

const differenceOfShared = ({ id, token }: ActiveCard): Difference => ({
  about: `stored card ${id}`,
  wrong: 'another stored card has its number in the vault, too',
  actual: token,
  should: 'a token of its own',
  look: `shoppers.cards where id = ${id}; the others: vault_token = '${token}'`,
})

const differenceOfMissing = ({ id, token }: ActiveCard): Difference => ({
  about: `stored card ${id}`,
  wrong: 'its number is not in the vault',
  actual: 'none',
  should: 'a vault record with its token',
  look: `vault.cards where token = '${token}'`,
})
