import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from '../world/shop.ts'

/** What a statement is: the use case that commits, the first table that a query reads, or what counts attempts. */
function nameOf(text: string): string {
  const useCase = /^\/\* (\S+)/.exec(text)?.[1]
  const table = /(?:from|into|lateral \(select \* from) "?([a-z_]+)"?\."?([a-z_]+)/.exec(text)
  return useCase ?? (table ? `${table[1]}.${table[2]}` : text)
}

/** Every statement that a connection is given from now on. */
function watchStatements(): string[] {
  const sent: string[] = []
  const { query } = pg.Client.prototype
  const watched = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const { text } = given[0] as { text?: string }
    if (text) sent.push(text)
    return Reflect.apply(query, this, given)
  } as never)
  onTestFinished(() => watched.mockRestore())
  return sent
}

test('a shopper who is alone pays by five statements with a stored card, and by six with another', async () => {
  const sent = watchStatements()
  const shop = await openShop()
  const typed = { card: 'new', cardNumber: '4111111111111111', cardExpiry: '12/34', cardCvv: '123' }
  const paying = async (fields: Readonly<Record<string, string>>) => {
    sent.length = 0
    const { address } = await shop.sends({ saveCard: true })
    const payload = new URLSearchParams({ attempt: '1', ...fields }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { statusCode } = await shop.world.http.inject({ method: 'POST', url: `${address}/pay`, headers, payload })
    expect(statusCode).toBe(303)
    return sent.map(nameOf).filter((name) => !name.startsWith('sandbox_acquirer.'))
  }
  // The first payments also read what is remembered for some seconds.
  await paying({ ...typed, saveCard: '1' })
  const [{ id }] = (await shop.world.query('select id from shoppers.cards')) as [{ id: bigint }]
  await paying({ card: String(id) })
  const stored = ['open-session', 'checkout.sessions', 'vault.cards', 'authorize-payment', 'apply-authorization-result']
  expect(await paying({ card: String(id) })).toEqual(stored)
  const counted = ['velocity.counts', 'velocity.attempts']
  const other = [...stored.filter((name) => name !== 'vault.cards'), ...counted]
  expect((await paying(typed)).toSorted()).toEqual(other.toSorted())
})
