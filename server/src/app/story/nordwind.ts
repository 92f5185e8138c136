import { topupSiteNeeds } from '#issuing/programmes'
import { by } from '../seed.ts'
import { type Cardholder, openCardholder, register } from './cardholder.ts'
import { decide, handIn, type KycPerson } from './onboarding.ts'
import { openReceiver } from './receiver.ts'
import { spendingOf } from './spending.ts'
import type { Scene, Stage } from './stage.ts'
import { confirmLater, sendCoins, topUp } from './topping-up.ts'

/** Two months of Nordwind: customers in every state, their cards, what they spend, and webhooks that stop arriving. */
export async function nordwindScenes(stage: Stage): Promise<Scene[]> {
  const { partner } = stage.seeded.programme!
  const partnerId = partner.id
  const receiver = await openReceiver()
  await stage.app.partners.change({ by, partnerId, changes: { webhookUrl: `${receiver}/webhooks` } })
  const lost = `${stage.publicUrl}/nordwind/webhooks`
  return [
    ...customersInReview(stage),
    ...holders.flatMap((holder) => lifeOf(stage, holder, receiver)),
    {
      at: stage.moment(-3, '06:00'),
      name: 'the webhooks of Nordwind are lost',
      play: () => stage.app.partners.change({ by, partnerId, changes: { webhookUrl: lost } }),
    },
  ]
}

type Holder = KycPerson & { since: number; card: 'active' | 'frozen' | 'lost' | 'closed' | 'plastic' | 'pending' }

const holders: readonly Holder[] = [
  { firstName: 'Maria', lastName: 'Ene', since: 2, card: 'active' },
  { firstName: 'Andrei', lastName: 'Luca', since: 5, card: 'plastic' },
  { firstName: 'Ioana', lastName: 'Matei', since: 9, card: 'frozen' },
  { firstName: 'Vlad', lastName: 'Sava', since: 14, card: 'lost' },
  { firstName: 'Oana', lastName: 'Petrescu', since: 21, card: 'closed' },
  { firstName: 'Tudor', lastName: 'Enache', since: 30, card: 'pending' },
]

/** From the first document to the last payment. */
function lifeOf(stage: Stage, person: Holder, receiver: string): Scene[] {
  const name = `${person.firstName} ${person.lastName}`
  const { since } = person
  let holder: Cardholder | undefined
  const then = (day: number, time: string, what: string, play: (holder: Cardholder) => Promise<unknown>): Scene => ({
    at: stage.moment(day, time),
    name: `${name}: ${what}`,
    play: async () => holder && play(holder),
  })
  return [
    {
      at: stage.moment(since, '10:00'),
      name: `${name}: registers`,
      play: async () => {
        const customer = await register(stage, person)
        await handIn(stage, customer, person)
      },
    },
    {
      at: stage.moment(since, '14:00'),
      name: `${name}: is approved`,
      play: async () => {
        const customer = await register(stage, person)
        await decide(stage, customer, { decision: 'approve' }, 'The documents are right.')
        holder = await openCardholder(stage, customer, person)
      },
    },
    then(since, '15:00', 'tops up', (one) => topUp(stage, one, '250.00')),
    then(since + 1, '18:20', 'is paid', (one) => one.network.pay('900.00')),
    ...spendingOf(stage, person.since, then),
    then(since + 12, '09:00', 'sends coins', (one) => sendCoins(stage, one, { amount: 90, fromAnother: since === 14 })),
    then(-2, '19:00', 'orders a topup', (one) => topUp(stage, one, '40.00', { pays: person.card !== 'plastic' })),
    then(-2, '20:00', 'card', (one) => one.becomes(person.card)),
    ...(person.card === 'active' ? [then(-1, '10:30', 'confirms', (one) => confirmLater(stage, one, receiver))] : []),
  ]
}

/** Those whom compliance finds at work: waiting, asked again, rejected, and not finished. */
function customersInReview(stage: Stage): Scene[] {
  const applies = (
    day: number,
    time: string,
    person: KycPerson,
    then?: (customer: string) => Promise<unknown>,
  ): Scene => ({
    at: stage.moment(day, time),
    name: `${person.firstName} ${person.lastName} applies`,
    play: async () => {
      const customer = await register(stage, person)
      await handIn(stage, customer, person)
      if (then)
        stage.later({
          at: stage.clock.now().add({ hours: 5 }),
          name: `decision about ${person.lastName}`,
          play: () => then(customer),
        })
    },
  })
  return [
    applies(-1, '09:10', { firstName: 'Ion', lastName: 'Radu' }),
    applies(-1, '11:00', { firstName: 'Dan', lastName: 'Pop', isPep: true }),
    applies(-1, '12:20', { firstName: 'Bianca', lastName: 'Ene' }),
    applies(-1, '13:40', { firstName: 'Vlad', lastName: 'Matei' }),
    applies(-2, '16:40', { firstName: 'Elena', lastName: 'Barbu' }),
    applies(-6, '10:00', { firstName: 'Radu', lastName: 'Toma' }, (customer) =>
      decide(
        stage,
        customer,
        { decision: 'ask', steps: [{ step: 'residence', rejectReason: 'address_not_proven' }] },
        'The bill is of another street.',
      ),
    ),
    applies(-9, '10:00', { firstName: 'Reject', lastName: 'Stan' }),
    {
      at: stage.moment(-4, '12:00'),
      name: 'somebody registers',
      play: () => register(stage, { firstName: 'Mara', lastName: 'Neagu' }),
    },
  ]
}

/** Topups are paid at a site that notifies Florin: during the story, the story itself. */
export async function notifyTopups(stage: Stage): Promise<() => Promise<unknown>> {
  const { app, seeded } = stage
  const sites = await app.directory.listSites({ limit: 1_000 })
  const site = sites.find(
    ({ merchantName, name }) => merchantName === seeded.programme!.partner.name && name === 'Topups',
  )
  if (!site) return async () => undefined
  const notificationUrl = `${await stage.listen()}/topups/notifications/${site.id}`
  await app.directory.changeSite({ by, siteId: site.id, changes: { notificationUrl } })
  return () => app.directory.changeSite({ by, siteId: site.id, changes: topupSiteNeeds(app, site) })
}
