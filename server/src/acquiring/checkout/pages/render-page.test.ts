import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { declineReasons } from '#connectors/acquirer/port.ts'
import { languages } from '#core/i18n'
import { i18nOf, nothingTyped, type PageLayout, pageHeaders } from '#core/pages'
import { layoutOf, pageGallery, plainPayPage } from '../../../../tests/world/page-gallery.ts'
import { renderPage } from './render-page.ts'
import type { CheckoutPage, PayPage } from './view.ts'

const layout = layoutOf('en')
const bodyOf = (page: CheckoutPage, changes = {}) => renderPage(page, { ...layout, ...changes }).body
const pay = (changes: Partial<PayPage>) => bodyOf({ ...plainPayPage, ...changes })
const wordsIn = (body: string) => body.replaceAll(/<(style|script)>.*?<\/\1>|<[^>]*>/gs, '').replaceAll(/\s+/g, ' ')
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const gallery = languages.flatMap((language) =>
  pageGallery(language).map((exhibit) => ({ ...exhibit, title: `${exhibit.name} in ${language}` })),
)

test('the policy allows exactly the styles and the script that are on the page', () => {
  for (const { title, rendered } of gallery) {
    const directives = new Map(rendered.contentSecurityPolicy.split('; ').map((each) => [each.split(' ')[0], each]))
    const inline = (tag: string) =>
      [...rendered.body.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text]) => sha256(text!))
    expect([title, directives.get('style-src')]).toEqual([title, ['style-src', ...inline('style')].join(' ')])
    expect([title, directives.get('script-src')]).toEqual([title, ['script-src', ...inline('script')].join(' ')])
    expect(rendered.body).not.toMatch(/ (?:style|on\w+)="/)
  }
})

test('what is typed on a page goes to us alone; a page that takes the browser elsewhere has nothing to type', () => {
  const leaving = gallery.filter(({ rendered }) => /<form[^>]* action="https?:/.test(rendered.body))
  expect(new Set(leaving.map(({ name }) => name)).size).toBeGreaterThan(3)
  for (const { title, rendered } of leaving) {
    expect([title, rendered.body.match(/<(?:select|textarea|input type="(?!hidden))/)]).toEqual([title, null])
    expect([title, rendered.contentSecurityPolicy.includes('form-action')]).toEqual([title, false])
  }
  for (const { title, rendered } of gallery.filter((exhibit) => !leaving.includes(exhibit)))
    expect([title, rendered.contentSecurityPolicy]).toEqual([title, expect.stringContaining("; form-action 'self'; ")])
})

test('no other site may load, send or frame anything', () => {
  const { contentSecurityPolicy } = renderPage(plainPayPage, layout)
  expect(contentSecurityPolicy.replaceAll(/'sha256-[^']+'/g, '#')).toBe(
    "default-src 'none'; script-src # #; style-src # #; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
})

test('a site may frame its page, and the form of a page that leaves may go where the store sends it on', () => {
  const page = {
    kind: 'return',
    url: 'https://shop.example/back?x=1',
    fields: { opensslResult: 'a', result: 'a' },
  } as const
  const { contentSecurityPolicy } = renderPage(page, {
    ...layout,
    frameAncestors: ['https://shop.example', "'none'; x"],
  })
  expect(contentSecurityPolicy).toContain("; img-src 'self' data:; frame-ancestors https://shop.example; ")
})

test('a page of cards is cached nowhere', () => {
  expect(pageHeaders(renderPage(plainPayPage, layout))).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
  })
})

test('the pay page with everything in it weighs less than 30 kB compressed, in every language', () => {
  for (const { title, rendered } of gallery) {
    expect([title, gzipSync(rendered.body).length < 30_000]).toEqual([title, true])
  }
})

test('whatever anybody writes stays text', () => {
  const evil = '"><img src=x onerror=alert(1)>\'</script>'
  const line = { ...plainPayPage.order.lines[0]!, name: evil, description: evil, units: evil, vatPercent: evil }
  const body = bodyOf(
    {
      ...plainPayPage,
      action: evil,
      attempt: evil,
      order: { ...plainPayPage.order, reference: evil, description: evil, lines: [line] },
      typed: { card: evil, cardExpiry: evil, cardHolderName: evil, saveCard: true },
      customerFields: [{ name: 'city', required: true, value: evil }],
      terms: { kind: 'managed' },
    },
    { merchant: { name: evil, logo: evil, themeColor: evil, support: evil }, address: evil },
  )
  expect(body).not.toContain('<img src=x')
  // Ours: that of every page, and that of the puzzle.
  expect(body.match(/<\/script>/g)).toHaveLength(2)
})

test('only web addresses are gone to', () => {
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/relative', '']) {
    const redirect = bodyOf({ kind: 'challenge', url, method: 'POST', fields: {} })
    expect(redirect).not.toContain('<form')
    for (const page of [
      { kind: 'return', url, fields: undefined },
      { kind: 'cancelled', orderReference: undefined, back: { url } },
    ] as const)
      expect(bodyOf(page)).not.toMatch(/class="button"|http-equiv/)
  }
})

test('neither number nor security code has a value on any page', () => {
  for (const { rendered } of gallery) {
    for (const [input] of rendered.body.matchAll(/<input[^>]*name="(?:cardNumber|cardCvv)"[^>]*>/g)) {
      expect(input).not.toMatch(/value=/)
    }
  }
})

test('a card number that was typed into a wrong field is not shown again', () => {
  const typed = { ...nothingTyped, cardExpiry: '4111 1111 1111 1111', cardHolderName: '4111-1111-1111-1111' }
  const customerFields = [{ name: 'firstName', required: true, value: '4111111111111111' }] as const
  expect(
    pay({ typed, customerFields })
      .replaceAll(/[\s-]|&nbsp;|\u00a0/g, '')
      .replace('Card<bdi>4111111111111111', ''),
  ).not.toContain('4111111111111111')
})

test('every decline is shown with a reason, with advice, and that nothing was charged', () => {
  for (const language of languages) {
    for (const reason of declineReasons) {
      const messages = i18nOf(language).messages
      const body = wordsIn(
        bodyOf({ ...plainPayPage, decline: { reason, attemptsLeft: 1 } }, { language }).replaceAll('&#39;', "'"),
      )
      expect(body).toContain(messages.declines[reason].reason)
      expect(body).toContain(messages.declines[reason].advice)
      expect(body).toContain(messages.nothingCharged)
    }
  }
})

test('the attempts that are left are counted', () => {
  expect(pay({ decline: { reason: 'card_closed', attemptsLeft: 2 } })).toContain('You can try 2 more times.')
  expect(pay({ decline: { reason: 'card_closed', attemptsLeft: 1 } })).toContain('You can try 1 more time.')
})

test('errors are listed with a way to each field, and the focus is on them without script', () => {
  const body = pay({ errors: [{ field: 'cardNumber', problem: 'number_mistyped' }] })
  expect(body).toContain('<title>Please check these fields – Pay Brutăria Florin &amp; Fii</title>')
  expect(body).toMatch(/<h2 [^>]*tabindex="-1" autofocus>Please check these fields</)
  expect(body).toContain(
    '<a href="#cardNumber"><bdi>Card number</bdi>: <bdi>A digit of the card number seems to be wrong.</bdi></a>',
  )
  expect(body).toMatch(/<input[^>]*id="cardNumber"[^>]*aria-describedby="cardNumber-error"[^>]*aria-invalid="true"/)
  expect(wordsIn(body)).toContain('Please type them again.')
})

const cards = [
  { id: '1', brand: 'visa', lastFour: '1111', expiryMonth: 1, expiryYear: 2020, expired: true },
  { id: '2', brand: 'visa', lastFour: '2222', expiryMonth: 1, expiryYear: 2030, expired: false },
] as const
const checkedIn = (body: string) =>
  /<input[^>]*name="card"[^>]*checked[^>]*>/.exec(body)?.[0].match(/value="([^"]*)"/)?.[1]

test('the first card that can pay is chosen, never an expired one', () => {
  expect(checkedIn(pay({ savedCards: cards }))).toBe('2')
  expect(checkedIn(pay({ savedCards: cards, typed: { ...nothingTyped, card: '1' } }))).toBe('2')
  expect(checkedIn(pay({ savedCards: cards, typed: { ...nothingTyped, card: 'new' } }))).toBe('new')
  expect(checkedIn(pay({ savedCards: cards.slice(0, 1) }))).toBe('new')
  expect(pay({ savedCards: cards })).toMatch(/value="1" disabled>.*?Expired <bdi>01\/20<\/bdi>/s)
})

test('saving a card is offered, ticked, explained or not mentioned', () => {
  const tick = (changes: Partial<PayPage>) => /<input[^>]*name="saveCard"[^>]*>/.exec(pay(changes))?.[0]
  expect(tick({ saveCard: 'offered' })).not.toContain('checked')
  expect(tick({ saveCard: 'ticked' })).toContain('checked')
  expect(tick({ saveCard: 'ticked', typed: { ...nothingTyped, saveCard: false } })).not.toContain('checked')
  expect(tick({ saveCard: 'not offered' })).toBeUndefined()
  expect(tick({ saveCard: 'implied' })).toBeUndefined()
  expect(pay({ saveCard: 'implied', terms: { kind: 'managed' } })).toContain(i18nOf('en').messages.saveCardImplied)
})

test('only staging shows that no money moves', () => {
  expect(bodyOf(plainPayPage)).toContain(i18nOf('en').messages.testMode)
  expect(bodyOf(plainPayPage, { testMode: false })).not.toContain(i18nOf('en').messages.testMode)
})

test('staging proposes the card of the connector, with its date where no other works', () => {
  const proposed = (testCard: PageLayout['testCard']) =>
    /<p class="ribbon">(.*?)<\/p>/
      .exec(bodyOf(plainPayPage, { testCard }))![1]!
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('\u00a0', ' ')
  const { testMode } = i18nOf('en').messages
  expect(proposed({ number: '4242424242424242', code: '123' })).toBe(
    `${testMode} Card 4242 4242 4242 4242, any future date, code 123.`,
  )
  expect(proposed({ number: '4111111145551142', expiry: '03/30', code: '737' })).toBe(
    `${testMode} Card 4111 1111 4555 1142, expiry 03/30, code 737.`,
  )
  expect(proposed(undefined)).toBe(testMode)
})

test('the store gets both fields of the result, unchanged, at its own address with its query', () => {
  const body = bodyOf({
    kind: 'return',
    url: 'https://shop.example/?wc-api=a&key=1',
    fields: { opensslResult: 'a+/=,b', result: 'a+/=,b' },
  })
  expect(body).toContain(
    '<form class="stack" method="post" action="https://shop.example/?wc-api=a&amp;key=1" data-pass-on>',
  )
  expect(body).toContain(
    '<input type="hidden" name="opensslResult" value="a+/=,b"><input type="hidden" name="result" value="a+/=,b">',
  )
})

test('a shopper who has tried nothing goes back by a link, with script and without, to the address as it is', () => {
  const url = 'https://shop.example/?wc-api=a&key=1&x[]=1&x[]=2#top'
  const body = bodyOf({ kind: 'return', url, fields: undefined })
  expect(body).toContain(`<a class="button" href="${url.replaceAll('&', '&amp;')}" data-pass-on>`)
  expect(body).toContain(
    `<noscript><meta http-equiv="refresh" content="0;url=${url.replaceAll('&', '&amp;')}"></noscript>`,
  )
  expect(body).not.toContain('<form')
})

test('a challenge that is sent with GET keeps the query of its address', () => {
  const body = bodyOf({ kind: 'challenge', url: 'https://bank.example/acs?a=1', method: 'GET', fields: { b: '2' } })
  expect(body).toContain('<input type="hidden" name="a" value="1"><input type="hidden" name="b" value="2">')
})

test('a developer reads which field broke which rule, and the shopper that it is not their fault', () => {
  const refused = gallery.find(({ title }) => title === 'a refused request in de')!
  expect(wordsIn(refused.rendered.body)).toContain('An amount has at most two decimals.')
  expect(wordsIn(refused.rendered.body)).toContain('order.items[2].unitPrice')
  expect(wordsIn(refused.rendered.body)).toContain('Es liegt nicht an Ihnen.')
})

test('the processing page looks again without script too, and says not to pay twice', () => {
  const body = bodyOf({ kind: 'processing', refreshSeconds: 5, amount: plainPayPage.amount, orderReference: undefined })
  expect(body).toContain('<noscript><meta http-equiv="refresh" content="5;url=/pay/0f9d?lang=en"></noscript>')
  expect(body).toContain('Please do not pay again')
})

test('a logo is an image in the page itself, or not shown', () => {
  const logoOf = (logo: string) =>
    /<img src="([^"]*)"/.exec(bodyOf(plainPayPage, { merchant: { ...layout.merchant!, logo } }))?.[1]
  expect(logoOf('data:image/png;base64,iVBORw0=')).toBe('data:image/png;base64,iVBORw0=')
  for (const logo of ['https://cdn.example/a.png', 'data:text/html;base64,PGI+', 'javascript:1'])
    expect(logoOf(logo)).toBeUndefined()
})

test('any amount is written to the last cent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), (minor) => {
      const shown = /<h1[^>]*>.*?<bdi>(.*?)<\/bdi>/s.exec(pay({ amount: { minor, currency: 'EUR' } }))![1]!
      expect(BigInt(shown.replaceAll(/\D/g, ''))).toBe(minor)
    }),
    { numRuns: 100 },
  )
})

test('a page has the words of its site in its own language alone, escaped, and links that open beside it', () => {
  const words = { title: { en: 'Almost <there>' }, note: { ro: 'Livrăm zilnic.' }, termsUrl: 'https://shop.example/t' }
  const customerFields = [
    { name: 'phone', required: true, value: undefined, label: { en: 'Your mobile' }, help: { ro: 'Pentru curier.' } },
  ] as const
  const english = pay({ words, customerFields })
  expect(english).toContain('<h2 class="heading" dir="auto">Almost &lt;there&gt;</h2>')
  expect(english).toContain('>Your mobile</label>')
  expect(english).toContain('<a href="https://shop.example/t" target="_blank" rel="noopener noreferrer">Terms of sale')
  const romanian = bodyOf({ ...plainPayPage, words, customerFields }, { language: 'ro' })
  expect(romanian).toContain('>Telefon</label>')
  expect(romanian).toContain('<p class="hint" id="phone-hint">Pentru curier.</p>')
  expect(wordsIn(romanian)).toContain('Livrăm zilnic.')
  expect(wordsIn(english)).not.toContain('Livrăm')
  expect(romanian).not.toContain('there')
})
