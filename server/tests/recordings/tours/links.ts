import type { Tour } from '../tour.ts'
import { pays } from './checkout.ts'

const sold = { amount: '9.90', currency: 'EUR', orderType: 'purchase', active: '1', contentType: 'Description' }

/** The external id of the order from a link, read from its page. */
const visitOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`

/** Payment links: made and changed by the merchant, opened and paid by shoppers. */
export async function tourLinks(tour: Tour): Promise<void> {
  const { calls, sends, passes, shop } = tour
  const siteId = String(shop.site.id)
  tour.chapter('links')
  const make: Make = async (title, more = {}) => {
    const content = more.contentType === 'Items' ? {} : { content: 'Bread' }
    return (await calls(title, 'POST /payment-link', { form: { siteId, ...sold, ...content, ...more } })).data.hash
  }
  const plain = await make('A link is made')
  await calls('A link is read', `GET /payment-link/${plain}`)
  await sends('A link is opened', `GET /l/${plain}`)
  await sends('A link as a drawing', `GET /l/${plain}/qr.svg`)
  const visit = await sends('A link is opened in Romanian', `GET /l/${plain}?lang=ro`)
  const page = await sends('A shopper goes on to pay', `POST /l/${plain}`, { form: { visit: visit.field('visit') } })
  await sends('The pay page of a link', `GET ${page.to}`)
  const left = await sends('Another shopper goes on and cancels', `POST /l/${plain}`, { form: { visit: visitOf(1) } })
  const back = await sends('They cancel', `POST ${left.to}/cancel`, { form: { attempt: '1' } })
  await sends('They come back to the link', `GET ${back.to}`)
  await pays(tour, 'The link is paid', page.to)
  await sends('The receipt of a link', `GET ${page.to}`)
  await passes('Notifications of a link')
  await limits(tour, make)
  await mistakes(tour, siteId, plain)
  await calls('The links', `GET /payment-link?siteId=${siteId}&perPage=2`)
  await calls('The links that are active', `GET /payment-link?siteId=${siteId}&active=0&amount=9.90`)
  await calls('The links of another site', 'GET /payment-link?siteId=10002')
}

type Make = (title: string, more?: Record<string, string>) => Promise<string>

async function limits(tour: Tour, make: Make): Promise<void> {
  const { calls, sends, passes } = tour
  const once = await make('A link that is paid once', { limitAccess: '1' })
  const first = await sends('The one payer goes on', `POST /l/${once}`, { form: { visit: visitOf(2) } })
  await pays(tour, 'The one payer pays', first.to)
  await sends('A link that is used up', `GET /l/${once}`)
  const asking = await make('A link that asks who pays', {
    orderType: 'recurring',
    intervalType: 'month',
    intervalValue: '1',
    trialAmount: '1.00',
    customerEmail: 'ana@example.com',
    'customerRequiredFields[phone]': '1',
    'customerRequiredFields[firstName]': '1',
    contentType: 'Items',
    'content[0][item]': 'Bread',
    'content[0][unitPrice]': '9.90',
    'content[0][units]': '1',
  })
  await sends('The page of a link that asks', `GET /l/${asking}`)
  await sends('Nothing is filled in', `POST /l/${asking}`, { form: { visit: visitOf(3), phone: '', firstName: '' } })
  const filled = { visit: visitOf(3), phone: '0712345678', firstName: 'Ana', email: 'ana@example.com' }
  const asked = await sends('All is filled in', `POST /l/${asking}`, { form: filled })
  await sends('The same visit leads to the same page', `POST /l/${asking}`, { form: filled })
  await tour.reads('The pay page of a link that asks', `GET ${asked.to}`)
  await calls('A link is changed', `PUT /payment-link/${asking}`, {
    form: { amount: '8.00', trialAmount: '', contentType: 'Description', content: 'Rolls' },
  })
  await calls('A link is switched off', `PUT /payment-link/${asking}`, { form: { active: '0' } })
  await sends('A link that is switched off', `GET /l/${asking}`)
  await sends('A link that is switched off cannot be paid', `POST /l/${asking}`, { form: filled })
  await calls('A link is removed', `DELETE /payment-link/${asking}`)
  await calls('A link is removed twice', `DELETE /payment-link/${asking}`)
  await sends('A link that is removed', `GET /l/${asking}`)
  const late = await make('A link with a last day', { expireDate: '2026-06-30' })
  await calls('A link is read before its last day', `GET /payment-link/${late}`)
  await passes('The last day of a link is over', { months: 3 })
  await sends('A link past its last day', `GET /l/${late}`)
  await sends('An unknown link', 'GET /l/1111111111111111')
}

async function mistakes({ calls }: Tour, siteId: string, hash: string): Promise<void> {
  await calls('A link without anything', 'POST /payment-link', { form: {} })
  await calls('A link with everything wrong', 'POST /payment-link', {
    json: {
      ...sold,
      content: 'Bread',
      siteId,
      amount: 'x',
      currency: 'USD',
      orderType: 'gift',
      limitAccess: 0,
      expireDate: 'soon',
    },
  })
  await calls('A recurring link without an interval', 'POST /payment-link', {
    json: { ...sold, content: 'Bread', siteId, orderType: 'recurring' },
  })
  await calls('A link whose items are not its amount', 'POST /payment-link', {
    json: { ...sold, siteId, contentType: 'Items', content: [{ item: 'Bread', unitPrice: '1', units: '1' }] },
  })
  await calls('A link that has expired from the beginning', 'POST /payment-link', {
    json: { ...sold, content: 'Bread', siteId, expireDate: '2020-01-01' },
  })
  await calls('A link is changed into nothing that can be', `PUT /payment-link/${hash}`, { form: { amount: '-1' } })
  await calls('An unknown link is read', 'GET /payment-link/1111111111111111')
}
