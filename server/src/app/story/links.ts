import { randomUUID } from 'node:crypto'
import { displayPrivateKey } from '#core/directory'
import { type Buyer, buyers } from './people.ts'
import type { Scene, Stage } from './stage.ts'

type Sent = Readonly<Record<string, string>>
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Payment links of the bakery: paid often and once, not yet, used up, closed, and past their last day. */
export function linkScenes(stage: Stage): Scene[] {
  return [
    shares(stage, {
      sent: { content: 'Birthday cake, deposit', amount: '15.00', limitAccess: '20' },
      payers: [
        [-11, buyers[3]!],
        [-8, buyers[5]!],
        [-3, buyers[8]!],
        [-1, buyers[12]!],
      ],
    }),
    shares(stage, { sent: { content: 'Cake for the Luca wedding', amount: '240.00', limitAccess: '1' } }),
    shares(stage, {
      sent: { content: 'Baking class of November', amount: '24.00', limitAccess: '2' },
      payers: [
        [-10, buyers[6]!],
        [-9, buyers[14]!],
      ],
    }),
    shares(stage, {
      sent: { content: 'Gingerbread, early birds', amount: '12.50', expireDate: lastDay(stage, -5) },
      payers: [[-7, buyers[9]!]],
    }),
    shares(stage, { sent: { content: 'Catering, old price list', amount: '180.00', active: '0' } }),
    shares(stage, {
      sent: {
        content: 'Bread box, every week',
        amount: '18.00',
        orderType: 'recurring',
        intervalType: 'day',
        intervalValue: '7',
      },
      payers: [[-6, buyers[17]!]],
    }),
  ]
}

type Shared = { sent: Sent & { content: string }; payers?: readonly (readonly [day: number, buyer: Buyer])[] }

/** Somebody makes the link twelve days before the end; each of these people opens and pays it on their day. */
const shares = (stage: Stage, { sent, payers = [] }: Shared): Scene => ({
  at: stage.moment(-12, '09:15'),
  name: `link ${sent.content}`,
  play: async () => {
    const hash = await makeLink(stage, sent)
    for (const [day, buyer] of payers)
      stage.later({
        at: stage.moment(day, '17:20'),
        name: `${sent.content}: ${buyer.firstName} pays`,
        play: () => payLink(stage, hash, buyer),
      })
  },
})

const lastDay = (stage: Stage, day: number) => stage.moment(day, '12:00').toString().slice(0, 10)

/** As the bakery's own program does, with its private key. */
async function makeLink({ seeded, request }: Stage, sent: Sent): Promise<string> {
  const { site, privateKey } = seeded.shop!
  const fixed = { siteId: String(site.id), currency: 'EUR', orderType: 'purchase', contentType: 'Description' }
  const { status, body } = await request({
    method: 'POST',
    url: '/payment-link',
    headers: { ...form, authorization: displayPrivateKey(site, privateKey).reveal() },
    payload: new URLSearchParams({ ...fixed, active: '1', ...sent }).toString(),
  })
  if (status !== 201) throw new Error(`a payment link was answered ${status}: ${body.slice(0, 300)}`)
  return (JSON.parse(body) as { data: { hash: string } }).data.hash
}

/** Opens the link, goes on to the payment page, and pays there: up to 25.00, above which the bank would ask. */
async function payLink(stage: Stage, hash: string, buyer: Buyer): Promise<void> {
  const visit = randomUUID()
  const { email } = buyer
  const opened = await post(stage, `/l/${hash}`, { visit, email, address: homeOf(buyer) })
  const address = String(opened.headers.location ?? '').replace(/\?.*/, '')
  const [month, year] = [String(buyer.expiry.month).padStart(2, '0'), String(buyer.expiry.year).slice(2)]
  const card = {
    cardNumber: buyer.pan,
    cardExpiry: `${month}/${year}`,
    cardCvv: '123',
    cardHolder: `${buyer.firstName} ${buyer.lastName}`,
  }
  const paid = await post(stage, `${address}/pay`, { attempt: '1', ...card })
  if (paid.status >= 400) throw new Error(`the page of a link was answered ${paid.status}`)
}

/** Of the few who pay by a link; a customer of the story has no address else. */
const homeOf = ({ firstName }: Buyer): string => `Strada Morii ${firstName.length}, Cluj-Napoca`

const post = (stage: Stage, url: string, fields: Sent) =>
  stage.request({ method: 'POST', url, headers: form, payload: new URLSearchParams(fields).toString() })
