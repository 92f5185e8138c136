import { expect, test } from 'vitest'
import { beginErasure, exportPerson } from '#core/persons'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { by } from '../world/author.ts'
import { foundAnywhere } from '../world/found-anywhere.ts'
import { submitsAll } from '../world/kyc.ts'
import { openPartner } from '../world/partner.ts'
import { openProduct, plastic } from '../world/programme.ts'
import { openPeople } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

/** A customer of a partner asks what is held of her, and to be erased. */

const recipient = 'Zenovia Zambilescu'
const address = { ...plastic.deliveryAddress, recipient, street: 'Strada Zambilelor 7', city: 'Zimnicea' }
const traces = ['zenovia', 'zambil', 'zimnicea', '721 234 567', '40721234567']

test('a customer of a partner is erased when her accounts are closed; who she was is kept until the term of the law', async () => {
  await using world = await createWorld({ environment: { FLORIN_DOCUMENTS_KEPT: 'P1Y' } })
  const nordwind = await openPartner(world)
  const product = await openProduct(world, nordwind)
  const { customerId, call } = await nordwind.customer('zenovia@person.example')
  await submitsAll(world, call, { firstName: 'Approve' })
  await world.runUntilIdle()
  const { body: account } = await call('POST', '/accounts', { body: { currency: 'EUR' } })
  const issued = { subscriptionCardId: product.id, currency: 'EUR', label: 'For Zenovia' }
  const { body: card } = await call('POST', '/cards', {
    body: { ...issued, ...plastic, nameOnCard: recipient, deliveryAddress: address },
  })
  await world.runUntilIdle()
  await sealAll(world.app)

  const subject = { kind: 'holder', id: customerId } as const
  const exported = await exportPerson(world.app, { by, subject })
  expect(exported.modules.holders!.holders).toMatchObject([{ id: customerId, email: 'zenovia@person.example' }])
  expect(JSON.stringify(exported.modules.kyc!.submissions)).toContain('"firstName":"Approve"')
  expect(exported.modules.cards!.cards).toMatchObject([{ id: card.id, label: 'For Zenovia', lastFour: card.last4 }])
  expect(JSON.stringify(exported)).not.toMatch(/password_?hash|sealed_?delivery/i)

  const begins = () => beginErasure(world.app, { by, subject })
  await expect(begins()).rejects.toThrow(`account ${account.id} in EUR is open`)
  const operator = await (await openPeople(world)).person()
  const reason = { body: { reason: 'She has asked to be erased.' } }
  expect((await operator.call('POST', `/cards/${card.id}/close`, reason)).status).toBe(200)
  expect((await call('POST', `/accounts/${account.id}/close`)).status).toBe(200)
  await begins()
  await world.runUntilIdle()
  expect(await foundAnywhere(world, traces)).toEqual([])
  const held = async () => (await world.query(heldText))[0]
  expect(await held()).toEqual({ answers: 7, documents: 3, delivery: 0, facts: true })
  expect((await call('GET', '/accounts')).status).toBe(401)
  const again = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
  expect(again.body).toMatchObject({ reason: 'customer_closed' })
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])

  world.clock.pass({ hours: 24 * 368 })
  for (const name of ['documents.verifications', 'persons.erasures'])
    await runDueWorkUntilIdle(
      world.app.jobs.filter(({ table }) => table === name),
      world.app.log,
    )
  expect(await held()).toEqual({ answers: 0, documents: 0, delivery: 0, facts: true })
  expect((await world.verify()).differences).toEqual([])
  await expect(exportPerson(world.app, { by, subject })).resolves.toMatchObject({
    modules: { holders: { holders: [{ email: null }] } },
  })
})

const heldText = `
  select (select count(*)::int from kyc.submissions where sealed is not null) as answers,
         (select count(*)::int from documents.documents where data_key is not null) as documents,
         (select count(*)::int from cards.cards where sealed_delivery is not null) as delivery,
         (select count(*) > 0 from screening.people) as facts`
