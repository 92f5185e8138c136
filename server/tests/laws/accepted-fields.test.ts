import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApiShop } from '../world/api.ts'
import { sentSomewhere } from '../world/sent-somewhere.ts'

/**
 * Everything that the interface accepts has an effect, is refused, or is documented as ignored: a field that no story and
 * no recorded tour sends may do nothing.
 */
type Schema = { description?: string; properties?: Record<string, Schema> }
type Operation = {
  parameters?: readonly { name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const sent = sentSomewhere()

function fieldsOf({ parameters = [], requestBody }: Operation): [name: string, description: string][] {
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.entries(schema.properties ?? {}).map(([name, { description = '' }]): [string, string] => [
      name,
      description,
    ]),
  )
  const query = parameters.filter((one) => one.in === 'query')
  return [...bodies, ...query.map(({ name, description = '' }): [string, string] => [name, description])]
}

test('every field that a route accepts is sent by a story or a tour, or is documented as ignored', async () => {
  const { api } = await openApiShop()
  const paths = api.document.paths as unknown as Record<string, Record<string, Operation>>
  const unseen = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      fieldsOf(operation)
        .filter(([name, description]) => {
          const isSent = new RegExp(`\\b${name.replaceAll(/[^\w]/g, '')}\\b`).test(sent)
          return !isSent && !description.startsWith('Accepted, and changes nothing')
        })
        .map(([name]) => `${method.toUpperCase()} ${path}: ${name}`),
    ),
  )
  expect([...new Set(unseen)]).toEqual([])
})

test('the guide names every field that is ignored', async () => {
  const { api } = await openApiShop()
  const paths = api.document.paths as unknown as Record<string, Record<string, Operation>>
  const guide = ['api', 'billing']
    .map((page) => readFileSync(new URL(`../../../docs/merchant-guide/${page}.md`, import.meta.url), 'utf8'))
    .join('\n')
  const ignored = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(fieldsOf)
    .filter(([, description]) => description.startsWith('Accepted, and changes nothing'))
    .map(([name]) => name)
  expect(ignored).toEqual(expect.arrayContaining(['force', 'referenceOrderId', 'cardType', 'transactionDescription']))
  expect([...new Set(ignored)].filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})
