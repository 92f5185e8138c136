import type { InspectedIssuedCard, IssuerVault } from '#core/issuervault'
import type { Difference, Findings } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'

type Row = { id: string; last_four: string; expiry: string; product_id: string; status: string }

/**
 * Every card has its number in the issuer's vault: one that opens, with its last digits, its expiry and its product. A
 * number without a card is one that was not issued after all, and is swept.
 */
export async function checkIssuedNumbers(
  findings: Findings,
  { issuerVault, current }: { issuerVault: Pick<IssuerVault, 'inspect'>; current: Reader },
): Promise<void> {
  const cards = new Map(
    ((await current.run('select id, last_four, expiry, product_id, status from cards.cards', [])) as Row[]).map(
      (row) => [row.id, row],
    ),
  )
  let count = 0
  for (let after: string | undefined; ; ) {
    const page = await issuerVault.inspect(after)
    if (page.length === 0) break
    for (const record of page) {
      findings.differ(...differenceOf(record, cards.get(record.cardId)))
      cards.delete(record.cardId)
    }
    count += page.length
    after = page.at(-1)!.cardId
  }
  if (count > 0) findings.checked('issued card numbers', count)
  findings.differ(
    ...[...cards.values()].map(({ id }) => ({ ...placeOf(id), wrong: missing, actual: 'none', should: 'one' })),
  )
}
const missing = 'its number is not in the issuer’s vault'

const placeOf = (id: string) => ({ about: `issued card ${id}`, look: `issuervault.cards where card_id = '${id}'` })

function differenceOf(record: InspectedIssuedCard, card: Row | undefined): Difference[] {
  const textOf = (lastFour: string, expiry: string, productId: string) => `${lastFour}, ${expiry}, product ${productId}`
  if (!record.lastFour) {
    const wrong = 'its number does not open as what it says it is: it was altered, or its master key is not there'
    return [{ ...placeOf(record.cardId), wrong, actual: 'unreadable', should: 'the number of a card' }]
  }
  if (!card) return []
  const actual = textOf(record.lastFour, record.expiry, record.productId)
  const should = textOf(card.last_four, card.expiry, card.product_id)
  if (actual === should) return []
  return [{ ...placeOf(record.cardId), wrong: 'the number in the issuer’s vault is another card’s', actual, should }]
}
