import { hiddenOf, type Page, submit } from './browser.ts'

export type Card = { number: string; expiry: string; cvv: string }

/** A card of the sandbox: approved, with the bank's question above 25.00. */
export const sandboxCard: Card = { number: '4111 1111 1111 1111', expiry: '12/34', cvv: '123' }

/** Sends the form that opens the hosted checkout. */
export const openCheckout = (url: string, signed: { jsonRequest: string; checksum: string }): Promise<Page> =>
  submit({ url, text: `<form action="${url}/"></form>` }, signed)

/** Enters a card on the payment page. */
export const payBy = (page: Page, { number, expiry, cvv }: Card): Promise<Page> =>
  submit(
    page,
    { card: 'new', cardNumber: number, cardExpiry: expiry, cardCvv: cvv, cardHolderName: 'Ana Popescu' },
    '/pay',
  )

/** Answers the question of the pretend bank, and comes back to the checkout. */
export async function answerBank(page: Page): Promise<Page> {
  const question = await submit(page)
  const answer = { decision: 'confirm', code: '00000', PaReq: hiddenOf(question, 'PaReq') }
  return submit(await submit(question, answer))
}
