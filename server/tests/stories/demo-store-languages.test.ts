import { expect, test } from 'vitest'
import { testCards } from '#connectors/acquirer/sandbox/index.ts'
import { type Language, languages } from '#core/i18n'
import { notifiedAbout, openShop, seal } from './demo-shop.ts'

/** A visitor who has chosen a language goes through the whole shop: every page that there is, by what it is. */
async function visitIn(language: Language): Promise<Record<string, string>> {
  await using shop = await openShop({ testCards, hasApp: true })
  const chosen = await shop.get(`/demo?lang=${language}`)
  const nothingOrdered = await shop.get('/demo/orders')
  const orders = {
    once: await shop.order({ 'quantity[boule]': '2', 'quantity[pretzel]': '1' }),
    subscribe: await shop.order({ kind: 'subscribe' }),
    verify: await shop.order({ kind: 'verify' }),
    exact: await shop.order({ kind: 'exact', exact: '0.02' }),
    here: await shop.order({ where: 'here', 'quantity[boule]': '2' }, { refused: true }),
  }
  const { once, subscribe, verify, exact } = orders
  const comeBack = (request: Parameters<typeof notifiedAbout>[0], rest: object) =>
    shop.post('/demo/return', { opensslResult: seal(notifiedAbout(request, rest)) })
  const refused = async (form: Record<string, string>) => (await shop.order(form, { refused: true })).page
  const errors = (code: number) => ({
    transactionStatus: 'complete-failed',
    errors: [{ code, message: 'The card has not enough funds.', type: 'Exception' }],
  })
  const early = await comeBack(once.request, { amount: 11.5 })
  const late = await shop.get(
    `/demo/return?${new URLSearchParams({ result: seal(notifiedAbout(once.request)), looks: '5' })}`,
  )
  for (const transactionStatus of ['complete-ok', 'in-progress', 'void-ok', 'refund-ok', 'charge-back', 'uncertain'])
    await shop.post('/demo/notifications', {
      opensslResult: seal(notifiedAbout(once.request, { transactionStatus, cardId: 12 })),
    })
  await shop.post('/demo/notifications', { opensslResult: seal({ externalOrderId: 'of-yesterday', identifier: 'a' }) })
  const pages = {
    chosen,
    nothingOrdered,
    ...Object.fromEntries(Object.entries(orders).map(([kind, { page }]) => [`leaving: ${kind}`, page])),
    early,
    late,
    paid: await comeBack(once.request, { amount: 11.5 }),
    mismatch: await comeBack(once.request, { amount: 0.01 }),
    subscribed: await comeBack(subscribe.request, { amount: 5 }),
    verified: await comeBack(verify.request, { amount: 0 }),
    saved: await comeBack(verify.request, { amount: 0, cardId: 12 }),
    declined: await comeBack(exact.request, { amount: 0.02, ...errors(837) }),
    unauthenticated: await comeBack(exact.request, { amount: 0.02, ...errors(839) }),
    forgotten: await comeBack({ ...once.request, order: { orderId: 'of-yesterday' } }, {}),
    withSavedCard: await shop.get('/demo'),
    orders: await shop.get('/demo/orders'),
    unpaid: await shop.get('/demo/return'),
    unreadable: await shop.post('/demo/return', { result: 'nonsense' }),
    noSubscription: await shop.get('/demo/subscription/crumb-unknown'),
    quantityProblem: await refused({ 'quantity[boule]': '99' }),
    basketProblem: await refused({ 'quantity[boule]': '0' }),
    emailProblem: await refused({ email: 'ada' }),
    cardProblem: await refused({ card: '99' }),
  }
  return Object.fromEntries(Object.entries(pages).map(([name, { text }]) => [name, text]))
}

/** What a person reads: text and labels, without what is in the form of a program, and without the language menu. */
const textsOf = (page: string): string[] =>
  page
    .replaceAll(/<(style|script|pre|code|svg)[^>]*>.*?<\/\1>|<ul>(?:<li><a href="[^"]*lang=.*?<\/li>)+<\/ul>/gs, '\n')
    .replaceAll(/<option value="\w\w" lang.*?<\/option>/g, '\n')
    .replaceAll(/&\w+;/g, '')
    .replaceAll(/ aria-label="([^"]*)"/g, '>$1<')
    .split(/<[^>]*>|\n/)
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text))

/** Names, codes and addresses, which are the same everywhere. */
const names = [
  ...['Crumb', 'Co.', 'Visa', 'Mastercard', 'Amex', '@florin/client'],
  ...testCards.flatMap(({ declines }) => declines?.reason ?? []),
]
const alsoCalled: Partial<Record<Language, readonly string[]>> = {
  de: ['Croissant', 'Baguette'],
  fr: ['Croissant', 'Baguette'],
  it: ['Baguette'],
  ro: ['Croissant'],
}

test('the whole shop speaks each language to a visitor who chose it once, and nothing is left in English', async () => {
  const english = await visitIn('en')
  const inEnglish = new Set(Object.values(english).flatMap(textsOf))
  for (const { what } of testCards) expect(String(english.chosen).replaceAll(/<\/?bdi>|€/g, '')).toContain(what)
  for (const language of languages.filter((each) => each !== 'en')) {
    const pages = await visitIn(language)
    expect(Object.keys(pages)).toEqual(Object.keys(english))
    for (const [name, page] of Object.entries(pages)) {
      const direction = language === 'he' ? 'rtl' : 'ltr'
      expect([name, /<html [^>]*>/.exec(page)?.[0]]).toEqual([name, `<html lang="${language}" dir="${direction}">`])
      const left = textsOf(page).filter(
        (text) => inEnglish.has(text) && ![...names, ...(alsoCalled[language] ?? [])].includes(text),
      )
      expect([language, name, left]).toEqual([language, name, []])
      expect(textsOf(page).join()).not.toContain('not enough funds')
    }
  }
})

test('a visitor reads their browser’s language until they choose one, and the payment page follows the shop', async () => {
  await using shop = await openShop()
  const browsing = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }
  expect((await shop.get('/demo', browsing)).text).toContain('<output>9,60\u00a0€</output>')
  await shop.get('/demo/orders?lang=ro', browsing)
  const { page, request } = await shop.order({ 'quantity[boule]': '2' })
  expect(page.text).toContain('action="https://checkout.example/?lang=ro"')
  expect(page.text).toContain('<dd>9,60\u00a0EUR</dd>')
  expect(request.order).toMatchObject({
    description: 'Pâine de la Crumb & Co.',
    items: [{ item: 'Pâine rotundă de secară' }],
  })
  const askedFor = await shop.order({ 'quantity[boule]': '2', language: 'fr' })
  expect(askedFor.page.text).toContain('action="https://checkout.example/?lang=fr"')
  const result = { opensslResult: seal(notifiedAbout(request, { amount: 9.6 })) }
  expect(await shop.postAsStranger('/demo/return', result)).toContain('<h1 id="outcome">Mulțumim, este plătit</h1>')
})
