export type Attack = {
  name: string
  method: 'POST' | 'PUT'
  path: string
  type: string
  headers: Readonly<Record<string, string>>
  body: string
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const megabyte = 1_000_000

/** The worst bodies that we know of, without a key, with a wrong one, and of a merchant whose key was stolen. */
export function worstBodies({ privateKey, siteId }: { privateKey: string; siteId: number }): Attack[] {
  const wrong = { authorization: `Bearer ${'0'.repeat(32)}` }
  const right = { authorization: `Bearer ${privateKey}` }
  const order = { method: 'POST', path: '/order' } as const
  const checkout = { method: 'POST', path: '/', type: form, headers: {} } as const
  const values = (bytes: number) => `{"a":[${'1,'.repeat(bytes / 2)}1]}`
  const signed = (text: string) =>
    new URLSearchParams({
      jsonRequest: Buffer.from(text).toString('base64'),
      checksum: Buffer.alloc(64).toString('base64'),
    }).toString()
  const fields = (count: number) => Array.from({ length: count }, (_, nth) => `f${nth}=%F0%9F%92%B3`).join('&')
  return [
    { name: 'API, no key, 1 MB of numbers', ...order, type: json, headers: {}, body: values(megabyte) },
    { name: 'API, wrong key, 1 MB of numbers', ...order, type: json, headers: wrong, body: values(megabyte) },
    { name: 'API, a key, 1 MB of numbers', ...order, type: json, headers: right, body: values(megabyte) },
    { name: 'API, a key, as many numbers as may be', ...order, type: json, headers: right, body: values(19_000) },
    { name: 'API, a key, 1 MB of signs', ...order, type: json, headers: right, body: '['.repeat(megabyte) },
    {
      name: 'API, a key, 1 MB of text',
      ...order,
      type: json,
      headers: right,
      body: `{"a":"${'\\"'.repeat(500_000)}"}`,
    },
    { name: 'API, a key, a form of 1 MB', ...order, type: form, headers: right, body: fields(60_000) },
    { name: 'API, a key, nested form', ...order, type: form, headers: right, body: 'a[b][c][d][]=1&'.repeat(65_000) },
    {
      name: 'Checkout, 250 kB of numbers, not signed',
      ...checkout,
      body: signed(`{"siteId":${siteId},"a":[${'1,'.repeat(125_000)}1]}`),
    },
    {
      name: 'Checkout, as many numbers as may be, not signed',
      ...checkout,
      body: signed(`{"siteId":${siteId},"a":[${'1,'.repeat(19_000)}1]}`),
    },
    {
      name: 'Checkout, old form of many fields',
      ...checkout,
      body: `orderType=purchase&checksum=AAAA&${fields(25_000)}`,
    },
    {
      name: 'Checkout, half a megabyte of escapes',
      ...checkout,
      body: `jsonRequest=${'%41'.repeat(170_000)}&checksum=A`,
    },
    { name: 'No address, 64 kB of numbers', method: 'PUT', path: '/x', type: json, headers: {}, body: values(60_000) },
    { name: 'No address of the API', method: 'PUT', path: '/order/a/b', type: json, headers: {}, body: values(60_000) },
  ]
}
