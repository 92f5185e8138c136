import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documentsRoot, readLibrary } from './pages.ts'
import { referenceBody } from './reference.ts'
import { openSite } from './site.ts'

const documentOf = () => ({
  info: { title: 'An interface', description: 'Of a test.' },
  servers: [{ url: 'https://api.example.com' }],
  tags: [],
  paths: {},
  components: { securitySchemes: {}, schemas: {} },
})
const site = openSite({
  apiUrl: 'https://api.example.com',
  documentOf,
  optionsOf: () => ({ isInEveryLanguage: false }),
})
const { byFile, groups } = readLibrary()
const pages = [...byFile.values()]
const textAt = async (path: string) => String((await site.at(path))?.body)

test('every document is a page, and every link within the site leads to a page and to a place on it', async () => {
  const broken: string[] = []
  for (const { path } of [{ path: '/docs' }, ...pages])
    for (const [, href] of (await textAt(path)).matchAll(/(?:href|src)="((?:\/|#)[^"]*)"/g)) {
      const [to, hash] = href!.split('#')
      const target = to || path
      const text = (await site.at(target)) && (await textAt(target))
      if (text === undefined || (hash && !text.includes(`id="${hash}"`))) broken.push(`${path} -> ${href}`)
    }
  expect(broken).toEqual([])
  expect(pages.length).toBe(globSync(['*.md', 'docs/**/*.md'], { cwd: documentsRoot }).length)
})

test('the sidebar has the order of the README, and every page once', () => {
  const titles = groups.map(({ title }) => title)
  expect(titles.slice(0, 4)).toEqual(['Begin', "A store's developer", "A partner's developer", 'An operator'])
  const [, stores] = groups
  expect(stores!.pages.slice(0, 3).map(({ label }) => label)).toEqual(['Hosted checkout', 'Embedded checkout', 'API'])
  const listed = groups.flatMap((group) => group.pages.map(({ page }) => page.file))
  expect(listed.toSorted()).toEqual(pages.map(({ file }) => file).toSorted())
})

test('a reference shows types, literal values and what is required, and a sample that has it', async () => {
  const body = {
    type: 'object',
    properties: {
      orderType: { enum: ['purchase', 'managed'], description: 'What it is.' },
      count: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['orderType', 'count'],
  }
  const operation = {
    operationId: 'postOrder',
    tags: ['Orders'],
    summary: 'Opens an order',
    security: [{ bearer: [] }],
    parameters: [],
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: { 200: { content: { 'application/json': { schema: { properties: { id: { type: 'integer' } } } } } } },
  }
  const document = { ...documentOf(), paths: { '/order': { post: operation } } }
  const { body: shown } = await referenceBody(document, { isInEveryLanguage: false })
  const text = shown
    .toString()
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
  expect(text).toContain('"purchase" | "managed"')
  expect(text).toContain('list of string')
  expect(text).toContain('count required')
  expect(text).toContain(`--json '{"orderType":"purchase","count":1}'`)
  expect(text).toContain('id?: integer')
})

test('a diagram of states is a table, with the statuses that each leads to', async () => {
  const text = (await textAt('/docs/states/payment')).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    'From By To beginning authorizing authorizing approve authorized sell captured verify verified',
  )
  expect(text).not.toContain('stateDiagram')
})

test('samples call the installation that serves the page', async () => {
  const guide = await textAt('/docs/merchant-guide/api')
  expect(guide).toContain('https://api.example.com/customer')
  expect(guide).not.toContain('127.0.0.1:8080/customer')
})

test('a sample has its other languages, and what only a shell says is left as it is', async () => {
  const guide = await textAt('/docs/merchant-guide/api')
  expect(guide).toContain('urllib.request.urlopen(request)')
  expect(guide).not.toMatch(/xVARx/)
  const first = guide.slice(guide.indexOf('id="first-call"'), guide.indexOf('id="keys"'))
  expect(first.match(/<fieldset/g)).toHaveLength(1)
})

test('the search knows every part of a page by its address', async () => {
  const entries = JSON.parse(await textAt('/docs/search.json')) as { path: string; heading: string }[]
  const { path } = entries.find(({ heading }) => heading === 'Sending a request twice')!
  expect(path).toBe('/docs/merchant-guide/api#sending-a-request-twice')
})

test('what is not there is said on a page of the site', async () => {
  expect(await site.at('/docs/nothing')).toBeUndefined()
  expect(await site.at('/docs/../package.json')).toBeUndefined()
  expect(String(site.notFound.body)).toContain('There is no such page')
})
