import { languages } from '#core/i18n'
import { cardFields } from '../../world/shopper.ts'
import type { Tour } from '../tour.ts'
import { passesBank, pays } from './checkout.ts'

const failsLater = '4000030000001007'
const month = { months: 1 }

/**
 * Subscriptions from start to end: billing, notifications and emails, and the pages on which shoppers manage them. One
 * pass is in English, and a second one in German for the texts that shoppers read.
 */
export async function tourSubscriptions(tour: Tour): Promise<void> {
  tour.chapter('subscriptions-billing')
  await life(tour, 'en')
  await life(tour, 'de')
  tour.chapter('subscriptions-self-service')
  await selfService(tour)
  await cardOfASubscription(tour)
  await ends(tour)
  tour.chapter('languages')
  await inEveryLanguage(tour)
}

type Terms = { amount?: string; trialAmount?: string; number?: string; expiry?: string; lang?: string }

/** A shopper subscribes to bread; returns the id of the order. */
async function subscribes(tour: Tour, name: string, terms: Terms = {}): Promise<string> {
  const { amount = '20.00', trialAmount, lang, ...card } = terms
  const every = { type: 'recurring', intervalType: 'month', intervalValue: 1 } as const
  const order = { ...every, ...(trialAmount && { trialAmount }) }
  const customer = { identifier: name, email: `${name}@example.com` }
  const page = await tour.opens(
    `The store asks ${name}`,
    { orderId: name, amount, customer, order },
    lang && `?lang=${lang}`,
  )
  await tour.reads(`What ${name} is asked`, `GET ${page}`)
  await pays(tour, `${name} pays`, page, card)
  await tour.reads(`What ${name} reads then`, `GET ${page}`)
  const { data } = await tour.calls(`The order of ${name}`, `GET /order/${name}`)
  return String(data.id)
}

async function life(tour: Tour, lang: string): Promise<void> {
  const { calls, passes, sends } = tour
  const named = (name: string) => `${name}-${lang}`
  const good = named('good')
  await subscribes(tour, good, { lang, trialAmount: '1.00' })
  await passes(`${good} has paid the trial`)
  await passes(`${good} is billed`, month)
  await calls(`The order of ${good} after a bill`, `GET /order/${good}`)
  await calls(`What ${good} has paid`, `GET /order-schedule/${good}?count=2`)
  const own = await linkOf(tour, `A link to the page of ${good}`, good)
  await sends(`${good} cancels with what is paid`, `POST ${own}/cancel`, { form: { when: 'later' } })
  await sends(`${good} takes it back`, `POST ${own}/keep`)
  await passes(`What ${good} is written then`)
  await calls(`${good} is cancelled`, `DELETE /order/${good}`, { form: { reason: 'customer-demand' } })
  await passes(`${good} has ended`)
  const poor = named('poor')
  await subscribes(tour, poor, { lang, number: failsLater })
  await passes(`${poor} has paid once`)
  await passes(`${poor} is declined`, month)
  await calls(`The order of ${poor} with a debt`, `GET /order/${poor}`)
  await calls(`What ${poor} owes`, `GET /order-schedule/${poor}?count=3`)
  for (const time of ['second', 'third', 'fourth', 'fifth', 'sixth'])
    await passes(`${poor} is tried a ${time} time`, { days: 4 })
  await passes(`${poor} is tried no more`, { days: 20 })
  await calls(`The order of ${poor} at its end`, `GET /order/${poor}`)
  const micro = named('micro')
  await subscribes(tour, micro, { lang, number: '4000030000002005' })
  await passes(`${micro} is declined and pays in parts`, month)
  await passes(`${micro} pays the rest in parts`, { days: 30 })
  await calls(`What ${micro} has paid in parts`, `GET /order-schedule/${micro}?count=1`)
  await calls(`The transactions of ${micro}`, 'GET /transaction?source=re-bill-micro&perPage=2')
  await calls(`${micro} is cancelled`, `DELETE /order/${micro}`)
  await passes(`${micro} has ended`)
  const old = named('old')
  const inTwoMonths = tour.shop.world.clock.now().toZonedDateTimeISO('UTC').add({ months: 2 })
  await subscribes(tour, old, {
    lang,
    expiry: `${String(inTwoMonths.month).padStart(2, '0')}/${inTwoMonths.year % 100}`,
  })
  // Some hours more than whole months, since a day in autumn has an hour more.
  await passes(`${old} has paid`, { hours: 3 })
  for (const time of ['first', 'second', 'third', 'fourth'])
    await passes(`The ${time} month of ${old}, whose card will expire`, month)
  const { data } = await calls(`The order of ${old} whose card has expired`, `GET /order/${old}`)
  const form = { customerId: String(data.customerId), amount: '1', currency: 'EUR', orderType: 'purchase' }
  await calls(`The card of ${old} pays nothing more`, 'POST /order', { form: { ...form, cardId: String(data.cardId) } })
  await calls(`${old} is cancelled`, `DELETE /order/${old}`)
  await passes(`${old} has ended`)
  await moneyBack(tour, lang)
}

/** The emails that shoppers receive when money is authorized, captured and refunded. */
async function moneyBack(tour: Tour, lang: string): Promise<void> {
  const { calls, opens, passes } = tour
  for (const [index, what] of ['captured', 'voided', 'cancelled', 'refunded'].entries()) {
    const name = `${what}-${lang}`
    const mode = index < 2 ? 'auth' : 'authAndCapture'
    const page = await opens(
      `The store sells to ${name}`,
      { orderId: name, cardTransactionMode: mode },
      `?lang=${lang}`,
    )
    await pays(tour, `It is paid by ${name}`, page)
    await passes(`What ${name} is written`)
    if (what === 'refunded') await passes(`${name} is settled`, { days: 1 })
    const [transaction] = (await calls(`The transaction of ${name}`, `GET /transaction?perPage=1`)).data
    await calls(`It is ${what}: ${name}`, `${what === 'captured' ? 'PUT' : 'DELETE'} /transaction/${transaction.id}`)
    await passes(`What ${name} is written then`)
  }
}

/** The page of a subscription, by a fresh link. */
async function linkOf(tour: Tour, title: string, id: string): Promise<string> {
  const { data } = await tour.calls(title, `POST /order-self-service/${id}`)
  return new URL(data.url).pathname
}

async function selfService(tour: Tour): Promise<void> {
  const { sends, passes } = tour
  const id = await subscribes(tour, 'ana', { trialAmount: '2.00' })
  const page = await linkOf(tour, 'A link to the page of ana', id)
  await sends('A subscription that is active', `GET ${page}`)
  await sends('The form for another card', `GET ${page}/card`)
  await sends('Another card with every field wrong', `POST ${page}/card`, {
    form: { attempt: '1', card: 'new', cardNumber: '4111111111111112', cardExpiry: '13/20', cardCvv: '1' },
  })
  await sends('An invoice that the subscription has not', `GET ${page}/invoices/1001`)
  await sends('The question before cancelling', `GET ${page}/cancel`)
  await passes('ana is billed', { days: 32 })
  await sends('The link has expired', `GET ${page}`)
  await sends('Nothing is done by a link that has expired', `POST ${page}/cancel`, { form: {} })
  await sends('A new link is asked for', `POST ${page}/new-link`)
  await passes('The new link is written')
  await passes('A day later', { days: 1 })
  await sends('A new link is asked for in German', `POST ${page}/new-link?lang=de`)
  await passes('The new link is written in German')
  await endsIt(tour, id, await linkOf(tour, 'A second link to the page of ana', id))
  await sends('An unknown link', 'GET /subscription/1.abc.def')
  await sends('A bank sends a shopper to an unknown link', 'GET /subscription/1.abc.def/challenge?setup_intent=seti_1')
  await sends('A link with another seal', `GET ${page.slice(0, -3)}AAA`)
}

async function endsIt({ sends, passes, calls }: Tour, id: string, page: string): Promise<void> {
  await sends('A subscription with a past', `GET ${page}`)
  await sends('The question before cancelling, with what is paid or at once', `GET ${page}/cancel`)
  await sends('The shopper cancels with what is paid', `POST ${page}/cancel`, {
    form: { when: 'later', why: 'Too much' },
  })
  await sends('A subscription that the shopper has cancelled', `GET ${page}`)
  await calls('The order says when it ends', `GET /order/${id}`)
  await sends('The shopper takes it back', `POST ${page}/keep`)
  await sends('The shopper cancels at once', `POST ${page}/cancel`, {
    form: { when: 'now', why: 'Too much bread, card 4111111111111111' },
  })
  await sends('A subscription that the shopper ended', `GET ${page}`)
  await sends('It is not cancelled twice', `POST ${page}/cancel`, { form: {} })
  await sends('It needs no other card', `GET ${page}/card`)
  await passes('Notifications of a subscription that the shopper ended')
  await calls('The order says why', `GET /order/${id}`)
}

async function cardOfASubscription(tour: Tour): Promise<void> {
  const { sends, passes } = tour
  const id = await subscribes(tour, 'ben', { number: failsLater })
  await passes('ben cannot pay', month)
  const page = await linkOf(tour, 'A link to the page of ben', id)
  const attemptOf = async (title: string) => (await sends(title, `GET ${page}/card`)).field('attempt')
  await sends('A subscription with a debt', `GET ${page}`)
  const given = async (title: string, attempt: string, number: string) =>
    sends(title, `POST ${page}/card`, { form: { attempt, ...cardFields({ number }) } })
  await given('A closed card is declined', await attemptOf('The form when there is a debt'), '4000020000002006')
  await given('The bank wants to see ben', await attemptOf('The form after a decline'), '5555555555555599')
  await sends('The page while the bank waits', `GET ${page}`)
  const bank = await sends('The way of ben to the bank', `GET ${page}/card`)
  const back = await passesBank(tour, 'ben', bank, ['00000'])
  await sends('The bank sends ben back', `POST ${back.path}`, { form: back.form })
  await sends('The bank sends ben back twice', `POST ${back.path}`, { form: back.form })
  await sends('A debt that was paid', `GET ${page}`)
  await passes('Notifications of a debt that was paid')
  await sends('A new link is not asked for while this one works', `POST ${page}/new-link`)
}

async function ends(tour: Tour): Promise<void> {
  const { calls, sends, passes } = tour
  const id = await subscribes(tour, 'cip')
  const page = await linkOf(tour, 'A link to the page of cip', id)
  const { data } = await calls('The order that cip has', `GET /order/${id}`)
  await calls('The store deletes cip', `DELETE /customer/${data.customerId}`)
  await sends('A subscription whose customer is deleted', `GET ${page}`)
  await passes('Nothing is written to cip')
  const form = {
    customerId: '1001',
    amount: '5',
    currency: 'EUR',
    orderType: 'recurring',
    intervalType: 'day',
    intervalValue: '1',
  }
  const open = await calls('An order that waits for its first payment', 'POST /order', {
    form: { ...form, externalOrderId: 'waits' },
  })
  const waits = await linkOf(tour, 'A link to the page of what waits', String(open.data.orderId))
  await sends('A subscription that has not begun', `GET ${waits}`)
  await sends('What has not begun is not cancelled here', `POST ${waits}/cancel`)
}

async function inEveryLanguage(tour: Tour): Promise<void> {
  const { opens, reads, sends } = tour
  const terms = { type: 'recurring', intervalType: 'month', intervalValue: 1, trialAmount: '1.00' } as const
  const page = await opens('An order that is read in every language', {
    orderId: 'tongues',
    amount: '19.90',
    order: terms,
  })
  for (const lang of languages) await reads(`The pay page: ${lang}`, `GET ${page}?lang=${lang}`)
  await sends('The pay page, written from right to left', `GET ${page}?lang=he`)
  await sends('The pay page in the language of the browser', `GET ${page}`, {
    headers: { 'accept-language': 'fr-CH, fr;q=0.9' },
  })
  for (const lang of languages)
    await reads(`A mistyped card: ${lang}`, `POST ${page}/pay?lang=${lang}`, {
      form: { attempt: '1', card: 'new', cardNumber: '1' },
    })
  await pays(tour, 'It is paid', page)
  for (const lang of languages) await reads(`The receipt: ${lang}`, `GET ${page}?lang=${lang}`)
  const { data } = await tour.calls('The order in every language', 'GET /order/tongues')
  const own = await linkOf(tour, 'A link in every language', String(data.id))
  for (const lang of languages) {
    await reads(`The page of a subscription: ${lang}`, `GET ${own}?lang=${lang}`)
    await reads(`The form for another card: ${lang}`, `GET ${own}/card?lang=${lang}`)
    await reads(`The question before cancelling: ${lang}`, `GET ${own}/cancel?lang=${lang}`)
    await reads(`Nothing is here: ${lang}`, `GET /checkout/none?lang=${lang}`)
  }
}
