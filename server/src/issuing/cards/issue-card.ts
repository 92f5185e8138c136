import type { PartnerId } from '#core/partners'
import { type Account, findOpenAccount } from '#issuing/accounts'
import type { HolderId, ProductId } from '#issuing/ids'
import { keepStanding } from '#issuing/kyc'
import { findProduct, type Product } from '#issuing/programmes'
import type { Currency } from '#kernel/base/money.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { By, Card, Delivery } from './card.ts'
import type { CardsContext } from './context.ts'
import { makeCard } from './make-card.ts'
import { refuse } from './refusals.ts'

export type IssueInput = {
  partnerId: PartnerId
  holderId: HolderId
  productId: ProductId
  virtual: boolean
  currency: Currency
  label: string | undefined
  nameOnCard: string | undefined
  deliveryAddress: Delivery['address'] | undefined
  pin: Secret<string> | undefined
  by: By
  once(subjectId: string): Write[]
}

/** A new card on an approved holder's open account in its currency. */
export const issueCard = (ctx: CardsContext, input: IssueInput): Promise<Card> => decide(() => tryToIssue(ctx, input))

async function tryToIssue(ctx: CardsContext, input: IssueInput): Promise<Card> {
  const { holderId, partnerId, productId, virtual, label, by } = input
  const standing = await keepStanding(ctx.db, holderId, 'issue a card')
  const product = await findProduct(ctx.db, partnerId, productId)
  if (!product) throw refuse('card_product_not_found', { field: 'subscriptionCardId', productId })
  checkOffered(product, input)
  const delivery = deliveryOf(input)
  const account = await accountOf(ctx, input)
  const now = ctx.clock.now()
  const { card, writesFor, issued } = await makeCard(ctx, now, {
    ...{ product, account, virtual, label, delivery },
    pin: input.pin,
  })
  return issued(commit(ctx, now, [...standing, ...writesFor(by), ...input.once(card.id)], 'issue-card'))
}

function checkOffered(product: Product, { virtual, currency }: IssueInput): void {
  if (!product.active) throw refuse('card_product_inactive', { field: 'subscriptionCardId' })
  if (virtual ? !product.virtual : !product.physical)
    throw refuse('card_kind_not_offered', { field: 'isVirtual', kind: virtual ? 'virtual' : 'physical' })
  if (!product.currencies.includes(currency)) {
    const offered = product.currencies.join(', ')
    throw refuse('card_currency_not_offered', { field: 'currency', currency, offered })
  }
}

/** A physical card needs a name, an address and a PIN; a virtual one none of them. */
function deliveryOf({ virtual, nameOnCard, deliveryAddress, pin }: IssueInput): Delivery | undefined {
  const fields = { nameOnCard, deliveryAddress, pin }
  for (const [field, value] of Object.entries(fields)) {
    if (virtual && value !== undefined) throw refuse('card_delivery_not_needed', { field })
    if (!virtual && value === undefined) throw refuse('card_delivery_missing', { field })
  }
  return nameOnCard !== undefined && deliveryAddress ? { nameOnCard, address: deliveryAddress } : undefined
}

async function accountOf({ db }: CardsContext, input: IssueInput): Promise<Account> {
  const account = await findOpenAccount(db, input.holderId, input.currency)
  if (!account) throw missing(input)
  return account
}

const missing = ({ currency }: IssueInput) => refuse('card_account_missing', { field: 'currency', currency })
