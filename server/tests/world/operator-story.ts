import { createPayoutByHand } from '#acquiring/merchant-payouts'
import type { Payment } from '#acquiring/payments'
import { readHolderId } from '#issuing/ids'
import { screenPerson } from '#issuing/screening'
import { Secret } from '#kernel/base/secret.ts'
import { reportsOf } from './acquirer-reports.ts'
import { waitsForPerson } from './kyc.ts'
import { openPaidMerchant, operator } from './merchant-payouts.ts'
import { openPartner } from './partner.ts'
import { makePaymentsFixture } from './payments-fixture.ts'
import { openCardholder, openProduct } from './programme.ts'
import { loads, tavio } from './sanctions.ts'
import { list, namesake } from './screened.ts'
import { openPeople, type Person, platform } from './staff.ts'

const password = 'correct horse battery staple'

/** A platform with something in each list that waits for a person, and the people who log in to look at it. */
export async function openOperatorStory() {
  const fixture = await makePaymentsFixture({}, { environment: { FLORIN_APPROVALS: 'refunds:create>10.00EUR' } })
  const { world, site } = fixture
  const people = await openPeople(world)
  const olga = await world.app.staff.add({
    by: { actor: 'test', fromWhere: 'test' },
    scope: platform,
    role: 'owner',
    email: 'olga@florin.example',
    name: 'Olga Marin',
    password: new Secret(password),
  })
  const felix = await people.person('finance')
  const paid = await sells(fixture, felix)
  const partner = await openPartner(world)
  const product = await openProduct(world, partner)
  const carmen = await people.person('compliance')
  const cases = [
    await waitsForPerson({ world, partner, by: carmen }),
    await waitsForPerson({ world, partner, by: carmen }),
  ]
  await loads(world, 'ofac', list(tavio))
  const { customerId } = await openCardholder(world, partner, product)
  const [hit] = await screenPerson(world.app, readHolderId(customerId)!, namesake)
  return {
    fixture,
    world,
    site,
    partner,
    product,
    olga,
    email: olga.email,
    password,
    caseId: cases[0]!.caseId,
    hit: hit!,
    paid,
  }
}

type Fixture = Awaited<ReturnType<typeof makePaymentsFixture>>

/** Payments: one paid out, one in a report that differs, one that two people refund, and one that is not known. */
async function sells(fixture: Fixture, felix: Person): Promise<Payment> {
  const { world, site, acquirerProxy } = fixture
  await openPaidMerchant(world, site.merchantId, { schedule: 'manual' })
  const sold = await fixture.pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  await world.pass({ hours: 24 })
  await createPayoutByHand(world.app, { by: operator, merchantId: site.merchantId, currency: 'EUR', amount: undefined })
  await fixture.pays({ amount: '25.00' })
  await world.pass({ hours: 24 })
  await reportsOf(fixture).importsToday('amount')
  await felix.call('POST', `/payments/${sold.id}/refund`, {
    body: { reason: 'Ticket 712: the cake was not delivered.', amount: '40.00' },
  })
  acquirerProxy.next('authorize', 'response lost')
  await fixture.pays({ amount: '18.00' })
  return sold
}
