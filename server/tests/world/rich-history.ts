import { removePrice } from '#acquiring/pricing'
import { type ApprovalRules, openApprovals, readApprovalRules } from '#core/access'
import { decideCase, findCase } from '#issuing/kyc'
import { Secret } from '#kernel/base/secret.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { bread, newCustomer, orders, typedCard } from './api.ts'
import { cardRow, importsCards } from './card-file.ts'
import { losesDispute, winsDispute } from './disputes.ts'
import { submitsAll } from './kyc.ts'
import { openPartner, type PartnerFixture } from './partner.ts'
import { officeOf, payerBy } from './payer.ts'
import { openPayer, type Payer } from './payouts.ts'
import { priced } from './prices.ts'
import { platform } from './staff.ts'
import type { World } from './world.ts'

const by = { actor: 'operator', fromWhere: 'command line' }
const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1', saveCard: '1' }

/**
 * Two months of a shop with something of every kind in it: sales, captures in part, refunds, declines, disputes, a payout,
 * subscriptions that are paid, retried and ended, a managed order, links, imported cards, a customer who was deleted, a
 * payment shared with another site, idempotency keys, a member of staff who asks for an approval,
 * and a partner whose customer has an account.
 */
export async function richHistory(): Promise<Payer> {
  const shop = await openPayer({ timeZone: 'Europe/Bucharest' })
  const { client, world, site } = shop
  const bob = await newCustomer(client, { identifier: 'bob', email: 'bob@example.com' })
  const eve = await newCustomer(client, { identifier: 'eve', email: 'eve@example.com' })
  const buys = (more: Record<string, string> = {}, who = shop.customerId) =>
    orders(client, who, { ...typedCard, ...more })

  await buys()
  await buys({ amount: '12.00' }, bob)
  const authorized = await buys({ cardTransactionMode: 'auth', amount: '15.00' })
  await client.send('PUT', `/transaction/${authorized.data.transactionId}`, { form: { amount: '9.00' } })
  const held = await buys({ cardTransactionMode: 'auth', amount: '16.00' })
  await client.send('DELETE', `/transaction/${held.data.transactionId}`)
  await buys({ cardTransactionMode: 'auth', amount: '17.00' })
  const refunded = await buys({ amount: '30.00' })
  await client.send('DELETE', `/transaction/${refunded.data.transactionId}`, {
    form: { amount: '4.00', reason: 'customer-demand' },
  })
  await buys({ cardNumber: '4000010000001008' })
  await buys({ cardNumber: losesDispute })
  await buys({ cardNumber: winsDispute }, bob)
  await buys({ saveCard: '1', cardNumber: '5555555555554444' }, bob)
  await buys({ saveCard: '1' }, eve)
  await client.send('DELETE', `/customer/${eve}`)
  await buys({ ...monthly, amount: '20.00' })
  await buys({ ...monthly, amount: '25.00', trialAmount: '1.00', firstBillDate: '2026-05-20T10:00:00Z' }, bob)
  const ended = await buys({ ...monthly, amount: '40.00' })
  await buys({ orderType: 'managed', saveCard: '1', amount: '11.00' })
  await client.send('DELETE', `/order/${ended.data.orderId}`)
  await shop.paysOut({ externalOrderId: 'win-1' })
  await shares(shop)

  const office = officeOf(shop)
  for (const fields of [{ limitAccess: '3' }, { amount: '7.50', customerEmail: 'ana@example.com' }]) {
    const ana = payerBy(shop, await office.makes(fields as Record<string, string>))
    await ana.paysAt(await ana.goesOn({ email: 'ana@example.com' }))
  }
  const leaves = await shop.sends()
  await leaves.cancels()
  await world.app.routing.addRule({
    by,
    rule: { priority: 5, connector: 'sandbox' as never, currency: 'EUR' as never },
  })
  const inTrouble = { by: { ...by, reason: 'trouble' }, connector: 'sandbox' }
  await world.app.routing.pause(inTrouble)
  await world.app.routing.resume(inTrouble)
  await world.app.directory.changeSite({ by, siteId: site.id, changes: { senderName: 'Crumb' } })
  await world.app.directory.changeMerchant({ by, merchantId: site.merchantId, changes: { taxNumber: 'RO 12' } })
  await world.runUntilIdle()
  for (let day = 0; day < 40; day++) {
    await world.pass({ hours: 24 })
    if (day % 10 === 0) await sealAll(world.app)
  }
  await setsPrices(shop)
  await buys({ amount: '19.00' }, bob)
  const moved = ['4000056655665556', '5105105105105100'].map((cardNumber, nth) =>
    cardRow(`old-${nth}`, { identifier: 'bob', cardNumber }),
  )
  await importsCards(world.app, site, moved)
  await buys({ cardNumber: '4000020000002006' })
  for (const key of ['bread-1', 'bread-2']) await paysWithKey(shop, key)
  await world.runUntilIdle()
  return shop
}

/** A price of the site, one for cards of elsewhere, and one that is removed again. */
async function setsPrices({ world, site }: Payer): Promise<void> {
  await priced(world, site, { basisPoints: 150, fixedMinor: 20n, minimumMinor: 30n })
  await priced(world, site, { region: 'other', basisPoints: 290, fixedMinor: 20n })
  const { id } = await priced(world, site, { brand: 'visa', basisPoints: 1, fixedMinor: 0n })
  await removePrice(world.app, { by, id })
  await world.pass({ minutes: 2 })
}

/** A payment that is shared and returned in part, and what the store says of a cardholder. */
async function shares(shop: Payer): Promise<void> {
  const { client, world, site } = shop
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  const splitPayment = { splitSchema: [{ toSite: hotel.id, amount: '6.00', description: 'Room' }] }
  const transactionOption = JSON.stringify({ splitPayment })
  const { data } = await paysWithKey(shop, 'bed-1', { amount: '10.00', transactionOption })
  await world.pass({ hours: 24 })
  const form = { amount: '2.00', message: 'One bed less' }
  await client.send('DELETE', `/transaction/${data.transactionId}`, { form })
  await paysWithKey(shop, 'bed-2', { cardHolderCountry: 'RO', cardHolderState: 'B', cardDescriptor: 'CRUMB 7' })
  const scope = { kind: 'merchant', id: String(site.merchantId) } as const
  const password = new Secret('correct horse battery staple')
  const mia = await world.app.staff.add({ by, scope, email: 'mia@example.com', name: 'Mia', role: 'owner', password })
  await world.app.staff.createToken({ by, staffId: mia.id, name: 'till' })
  await openApprovals({ ...world.app, ...(readApprovalRules('kyc:decide') as { rules: ApprovalRules }) }).require({
    by: { ...by, staffId: mia.id, reason: 'She has moved.' },
    action: 'kyc:decide',
    owner: scope,
    subject: { type: 'kycCase', id: '1' },
    request: { decision: 'approve' },
  })
  const nordwind = await openPartner(world)
  const changes = { webhookUrl: site.notificationUrl }
  await world.app.partners.change({ by, partnerId: nordwind.partner.id, changes })
  const { call } = await nordwind.customer()
  await submitsAll(world, call, { firstName: 'Approve' })
  await world.runUntilIdle()
  await call('POST', '/accounts', { body: { currency: 'EUR' } })
  await sendBackStep(world, nordwind)
}

/** A person sends a step back to a customer. */
async function sendBackStep(world: World, nordwind: PartnerFixture): Promise<void> {
  const { customerId, call } = await nordwind.customer()
  await submitsAll(world, call)
  await world.runUntilIdle()
  const { id: caseId } = (await findCase(world.app.db, customerId as Parameters<typeof findCase>[1]))!
  const steps = [{ step: 'residence', rejectReason: 'address_not_proven' }] as const
  const author = { ...by, reason: 'She has moved.' }
  await decideCase(world.app, { by: author, scope: platform, caseId, decision: { decision: 'ask', steps } })
}

const paysWithKey = ({ client, customerId }: Payer, key: string, more: Record<string, string> = {}) => {
  const form = { ...bread, ...typedCard, customerId: String(customerId), ...more }
  return client.send('POST', '/order', { form }, { 'idempotency-key': key })
}
