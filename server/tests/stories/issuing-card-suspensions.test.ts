import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { resumeCard, suspendCard } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { type Hit, screenPerson } from '#issuing/screening'
import { casesOf } from '../world/issuing.ts'
import { plastic } from '../world/programme.ts'
import { loads, tavio } from '../world/sanctions.ts'
import { list, openScreened, tavioHimself } from '../world/screened.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'odd purchases' }
type Card = { id: string; last4: string }
const idOf = (card: unknown) => ({ cardId: (card as Card).id as CardId, by })

/** Customers with an activated card that has a PIN, and each way to suspend it. */
async function openSuspending() {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const withCard = async () => {
    const holder = await customer()
    const card = await holder.card(plastic)
    const activate = (one: Card) => holder.post(one, '/activate', { lastFour: one.last4 })
    await activate(card)
    const wrongPin = () => holder.post(card, '/pin', { currentPin: '1759', newPin: '9042' })
    const hitOf = async () => (await screenPerson(app, holder.holderId, tavioHimself))[0]
    const suspendedOf = async (one: Card) =>
      (await world.query(`select status, suspensions from cards.cards where id = '${one.id}'`))[0]
    return { holder, card, activate, wrongPin, hitOf, suspendedOf }
  }
  return { world, app, decides, withCard }
}
type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof openSuspending>>['withCard']>>

test('each reason is ended by its own act, and no other act makes a usable card of it', async () => {
  const { world, app, decides, withCard } = await openSuspending()
  const reasons: Record<string, (of: Opened) => Promise<Hit | undefined>> = {
    pin: async ({ wrongPin }) => {
      for (let tries = 0; tries < 3; tries++) await wrongPin()
      return undefined
    },
    staff: async ({ card }) => void (await suspendCard(app, idOf(card))),
    screening: ({ hitOf }) => hitOf(),
    rejected: async ({ holder }) => {
      const { step, decide } = casesOf(world, holder.customerId)
      await step('expire')
      await step('submit')
      await decide('reject')
      return undefined
    },
  }
  const wordOf = (status: unknown) => (status === 'active' ? '**ends it**' : `stays ${status}`)
  const replied = ({ body }: { body: Record<string, unknown> }) =>
    body.code === undefined ? wordOf(body.status) : `\`${body.reason}\``
  const acts: Record<string, (of: Opened, suspend: () => Promise<Hit | undefined>) => Promise<string>> = {
    resume: async ({ card }, suspend) => {
      await suspend()
      return resumeCard(app, idOf(card)).then(
        ({ status }) => wordOf(status),
        ({ code }) => `\`${code}\``,
      )
    },
    'unblock the PIN': async ({ holder, card }, suspend) => {
      await suspend()
      return replied(await holder.post(card, '/pin/unblock'))
    },
    unfreeze: async ({ holder, card }, suspend) => {
      await suspend()
      return replied(await holder.post(card, '/unfreeze'))
    },
    'clear the hit': async ({ holder, card, hitOf }, suspend) => {
      await decides((await suspend()) ?? (await hitOf()), 'clear')
      return wordOf(await holder.statusOf(card))
    },
    reissue: async ({ holder, card }, suspend) => {
      await suspend()
      const reply = await holder.post(card, '/reissue/damaged')
      if (reply.status !== 201) return replied(reply)
      const { body } = reply
      const { suspensions } = (await world.query(`select suspensions from cards.cards where id = '${body.id}'`))[0]!
      return (suspensions as string[]).length === 0 ? '**ends it**' : 'the successor inherits it'
    },
    'activate a successor': async ({ holder, card, activate }, suspend) => {
      const { body } = await holder.post(card, '/reissue/damaged')
      await suspend()
      return replied(await activate(body as Card))
    },
    provision: async ({ holder, card }, suspend) => {
      await suspend()
      return replied(await holder.get(card, '/provisioning/google-pay'))
    },
  }
  const rows: string[] = []
  for (const [reason, suspend] of Object.entries(reasons)) {
    const cells: string[] = []
    for (const act of Object.values(acts)) {
      const opened = await withCard()
      cells.push(await act(opened, () => suspend(opened)))
    }
    rows.push(`| ${[reason, ...cells].join(' | ')} |`)
  }
  const head = ['Suspended for', ...Object.keys(acts)]
  const table = [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n')
  const page = await readFile(new URL('../../../docs/operating/cards.md', import.meta.url), 'utf8')
  expect(page.slice(page.indexOf('| Suspended for'), page.indexOf('\n\n', page.indexOf('| Suspended for')))).toBe(table)
  expect((await world.verify()).differences).toEqual([])
})

test('a card with several reasons is usable when the last of them has ended, and frozen if it was', async () => {
  const { world, app, decides, withCard } = await openSuspending()
  const { holder, card, hitOf, wrongPin, suspendedOf } = await withCard()
  await wrongPin()
  await wrongPin()
  await holder.post(card, '/freeze')
  await suspendCard(app, idOf(card))
  const hit = await hitOf()
  expect(await suspendedOf(card)).toEqual({ status: 'suspended', suspensions: ['staff', 'screening'] })
  await expect(suspendCard(app, idOf(card))).rejects.toMatchObject({ code: 'card_transition' })
  expect(await resumeCard(app, idOf(card))).toMatchObject({ status: 'suspended', suspensions: ['screening'] })
  await expect(resumeCard(app, idOf(card))).rejects.toThrow('sanctions screening; compliance clears the hit')
  await decides(hit, 'clear')
  expect(await suspendedOf(card)).toEqual({ status: 'frozen', suspensions: [] })
  expect((await world.verify()).differences).toEqual([])
})

test('a successor inherits every reason, from when it is issued and from when it is activated', async () => {
  const { world, app, withCard } = await openSuspending()
  const { holder, card, activate, suspendedOf } = await withCard()
  await suspendCard(app, idOf(card))
  const second = (await holder.post(card, '/reissue/lost')).body as Card
  expect(await suspendedOf(second)).toEqual({ status: 'readyToBeActivated', suspensions: ['staff'] })
  expect((await activate(second)).body).toMatchObject({ status: 'suspended' })
  expect(await resumeCard(app, idOf(second))).toMatchObject({ status: 'active' })

  const third = (await holder.post(second, '/reissue/damaged')).body as Card
  await suspendCard(app, idOf(second))
  expect(await suspendedOf(third)).toEqual({ status: 'readyToBeActivated', suspensions: ['staff'] })
  await resumeCard(app, idOf(second))
  expect(await suspendedOf(third)).toEqual({ status: 'readyToBeActivated', suspensions: [] })
  expect((await activate(third)).body).toMatchObject({ status: 'active' })

  for (let tries = 0; tries < 3; tries++) await holder.post(third, '/pin', { currentPin: '1759', newPin: '9042' })
  const fourth = (await holder.post(third, '/reissue/damaged')).body as Card
  expect((await activate(fourth)).body).toMatchObject({ status: 'suspended' })
  expect((await holder.post(fourth, '/pin/unblock')).body).toMatchObject({ status: 'active' })
  expect((await world.verify()).differences).toEqual([])
})

test('a virtual card that is suspended is replaced by one that is', async () => {
  const { world, app, withCard } = await openSuspending()
  const { holder } = await withCard()
  const card = await holder.card()
  await suspendCard(app, idOf(card))
  const { body } = await holder.post(card, '/reissue/damaged')
  expect(body).toMatchObject({ status: 'suspended' })
  expect(await holder.statusOf(card)).toBe('closed')
  expect(await resumeCard(app, idOf(body))).toMatchObject({ status: 'active' })
  expect((await world.verify()).differences).toEqual([])
})

test('cards go on when the last hit that stops them is cleared, and stop again when it is reopened', async () => {
  const { world, app, decides, withCard } = await openSuspending()
  await loads(world, 'ofac', list(tavio, { ...tavio, id: 9003, born: '07 Oct 1994' }))
  const { holder, card, suspendedOf } = await withCard()
  const [strong, weak] = await screenPerson(app, holder.holderId, tavioHimself)
  expect([strong, weak]).toMatchObject([{ strong: true }, { strong: false }])
  await decides(weak, 'confirm')
  await decides(strong, 'clear')
  expect(await suspendedOf(card)).toMatchObject({ suspensions: ['screening'] })
  await decides(weak, 'reopen')
  await decides(weak, 'clear')
  expect(await suspendedOf(card)).toEqual({ status: 'active', suspensions: [] })
  await decides(strong, 'reopen')
  expect(await suspendedOf(card)).toMatchObject({ suspensions: ['screening'] })
})

test('a hit that is found while another is cleared keeps the cards suspended', async () => {
  const { world, app, decides, withCard } = await openSuspending()
  const { holder, card, hitOf, suspendedOf } = await withCard()
  const hit = await hitOf()
  await loads(world, 'ofac', list(tavio, { ...tavio, id: 9003 }))
  const held = await world.holdRow('cards.cards', card.id)
  const found = screenPerson(app, holder.holderId, tavioHimself)
  await world.untilWaiting(1)
  const cleared = decides(hit, 'clear')
  await world.untilWaiting(2)
  await held.release()
  expect(await found).toHaveLength(2)
  await cleared
  expect(await suspendedOf(card)).toEqual({ status: 'suspended', suspensions: ['screening'] })
})

test.each([
  [`status = 'active'`, 'it can be used, and there is a reason to suspend it'],
  [`suspensions = '{pin,staff}', pin_tries = 3`, 'it is suspended for other reasons than its history has'],
  [`suspensions = '{}'`, 'it is suspended for other reasons than its history has'],
  [`suspensions = '{pin}', pin_tries = 1`, 'it is suspended for wrong PINs, of which there were fewer than three'],
])('verify finds a suspended card with %s', async (set, wrong) => {
  const { world, app, withCard } = await openSuspending()
  const { card } = await withCard()
  await suspendCard(app, idOf(card))
  await world.query(`update cards.cards set ${set} where id = '${card.id}'`)
  expect((await world.verify()).differences).toContainEqual(
    expect.objectContaining({ about: `issued card ${card.id}`, wrong }),
  )
})

test('a card that an older version has suspended has the reason that its history says', async () => {
  const { world, app, decides, withCard } = await openSuspending()
  const asOlder = async ({ card }: Opened) => {
    await world.query(`set session_replication_role = replica;
      update cards.cards set suspensions = '{}' where id = '${card.id}';
      update cards.card_transitions set suspension = null where card_id = '${card.id}';
      set session_replication_role = origin`)
    return card
  }
  const byPin = await withCard()
  for (let tries = 0; tries < 3; tries++) await byPin.wrongPin()
  const ofPin = await asOlder(byPin)
  await expect(resumeCard(app, idOf(ofPin))).rejects.toMatchObject({ code: 'card_suspended_otherwise' })
  expect((await byPin.holder.post(ofPin, '/pin/unblock')).body).toMatchObject({ status: 'active' })

  const byScreening = await withCard()
  const hit = await byScreening.hitOf()
  const ofScreening = await asOlder(byScreening)
  await expect(resumeCard(app, idOf(ofScreening))).rejects.toMatchObject({ code: 'card_suspended_otherwise' })
  await decides(hit, 'clear')
  expect(await byScreening.holder.statusOf(ofScreening)).toBe('active')

  const byStaff = await withCard()
  await suspendCard(app, idOf(byStaff.card))
  const ofStaff = await asOlder(byStaff)
  expect((await byStaff.holder.post(ofStaff, '/pin/unblock')).status).toBe(409)
  await byStaff.hitOf()
  expect(await byStaff.suspendedOf(ofStaff)).toMatchObject({ suspensions: ['staff', 'screening'] })
  const differences = (await world.verify()).differences.map(({ wrong }) => wrong)
  expect(differences.filter((wrong) => /suspen|history/.test(wrong))).toEqual([])
})
