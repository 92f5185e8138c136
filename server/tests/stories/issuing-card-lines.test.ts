import { expect, onTestFinished, test } from 'vitest'
import { resumeCard, suspendCard } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { Secret } from '#kernel/base/secret.ts'
import { openSender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { openPeople } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'odd purchases' }
type Card = { id: string; last4: string; status: string }

/** A physical card that is in use, with 100.00, and its successors. */
async function openLine() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const partner = await openPartner(world)
  const holder = await openCardholder(world, partner, await openProduct(world, partner))
  const first = (await holder.card(plastic)) as Card
  const activates = async (card: Card) => (await holder.post(card, '/activate', { lastFour: card.last4 })).body.status
  await activates(first)
  const pays = async (card: Card) => (await (await senderOf(card)).authorize('10.00')).code
  const senderOf = async (card: Card) => {
    const { body } = await holder.get(card, '/secrets')
    return openSender(world, {
      number: new Secret(String(body.pan)),
      expiry: `${String(body.expiryYear).slice(2)}${String(body.expiryMonth).padStart(2, '0')}`,
      cvv2: new Secret(String(body.cvv)),
    })
  }
  const network = await senderOf(first)
  await network.refund('100.00')
  const reissue = (card: Card, reason: string) => holder.call('POST', `/cards/${card.id}/reissue/${reason}`)
  const replaces = async (card: Card, reason: string) => (await reissue(card, reason)).body as unknown as Card
  const statuses = async () =>
    (await world.query('select status from cards.cards order by created_at')).map(({ status }) => status)
  const asStaff = (card: Card) => ({ cardId: card.id as CardId, by })
  return { world, holder, first, network, activates, pays, reissue, replaces, statuses, asStaff }
}

test('the activation of a successor closes every card that it replaces, also across one that was lost', async () => {
  const { first, network, activates, replaces, statuses } = await openLine()
  const lost = await replaces(first, 'damaged')
  const last = await replaces(lost, 'lost')
  expect(await activates(last)).toBe('active')
  expect(await statuses()).toEqual(['closed', 'closed', 'active'])
  expect((await network.authorize('10.00')).code).not.toBe('00')
})

test('a suspension of a card reaches the successor of its successor, and ends there with it', async () => {
  const { world, first, activates, pays, replaces, asStaff } = await openLine()
  const last = await replaces(await replaces(first, 'damaged'), 'lost')
  await suspendCard(world.app, asStaff(first))
  expect(await activates(last)).toBe('suspended')
  await resumeCard(world.app, asStaff(last))
  expect(await pays(last)).toBe('00')
})

test('a blocked PIN is inherited across a card that was lost', async () => {
  const { world, holder, first, activates, replaces } = await openLine()
  const last = await replaces(await replaces(first, 'damaged'), 'lost')
  for (let nth = 0; nth < 3; nth++) await holder.post(first, '/pin', { currentPin: '1759', newPin: '9042' })
  expect(await activates(last)).toBe('suspended')
  expect(await world.query(`select suspensions, pin_tries from cards.cards where id = '${last.id}'`)).toEqual([
    { suspensions: ['pin'], pin_tries: 3 },
  ])
})

test('a card that the programme closes for good takes its successors with it', async () => {
  const { world, holder, first, replaces, statuses } = await openLine()
  const last = await replaces(await replaces(first, 'damaged'), 'lost')
  const owner = await (await openPeople(world)).person('owner')
  const body = { reason: 'It was copied.' }
  expect(await owner.call('POST', `/cards/${first.id}/close`, { body })).toMatchObject({ status: 200 })
  expect(await statuses()).toEqual(['closed', 'closed', 'closed'])
  expect((await holder.post(last, '/activate', { lastFour: last.last4 })).status).toBe(409)
})

test('a card has one successor in the post, also when that one was reissued', async () => {
  const { first, reissue, replaces } = await openLine()
  await replaces(await replaces(first, 'damaged'), 'lost')
  expect(await reissue(first, 'damaged')).toMatchObject({ status: 409, body: { reason: 'card_reissued_already' } })
})

test.each([
  ['stolen', '43'],
  ['lost', '41'],
])(
  'a damaged card whose successor is on its way can still be %s: it closes, and the successor stays',
  async (reason, code) => {
    const { world, first, network, reissue, replaces, activates, pays, statuses } = await openLine()
    const next = await replaces(first, 'damaged')
    const declared = await reissue(first, reason)
    expect(declared).toMatchObject({ status: 201, body: { id: next.id, replaces: first.id, reissueReason: reason } })
    expect(await statuses()).toEqual(['closed', 'readyToBeActivated'])
    expect((await network.authorize('10.00')).code).toBe(code)
    expect(await reissue(first, reason)).toMatchObject({ status: 409, body: { reason: 'card_transition' } })
    expect(await activates(next)).toBe('active')
    expect(await pays(next)).toBe('00')
    expect((await world.verify()).differences).toEqual([])
  },
)

test('verify finds a card in use beside the one that it replaces', async () => {
  const { world, first, activates, replaces } = await openLine()
  const last = await replaces(await replaces(first, 'damaged'), 'lost')
  await activates(last)
  await world.query(`update cards.cards set status = 'active' where id = '${first.id}'`)
  const { differences } = await world.verify()
  expect(differences.map(({ wrong }) => wrong)).toContain(
    'it was activated, and a card is open that it replaces, itself or by those between',
  )
  await world.query(`update cards.cards set status = 'closed' where id = '${first.id}'`)
})
