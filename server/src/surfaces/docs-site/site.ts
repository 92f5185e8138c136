import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onceMade } from '../mount.ts'
import { indexBody, notFoundBody, type ReferenceName, references, siteLayout } from './layout.ts'
import { renderPage } from './markdown.ts'
import { documentsRoot, readLibrary } from './pages.ts'
import { type ApiDocument, type ReferenceOptions, referenceBody } from './reference.ts'
import { searchEntries } from './search-index.ts'

/** What is sent for an address, with a tag by which a browser asks whether it has it already. */
export type SiteFile = { type: string; body: string | Buffer; tag: string }

export type DocsSite = {
  /** Undefined where there is nothing. */
  at(path: string): Promise<SiteFile | undefined>
  notFound: SiteFile
}

export type SiteParts = {
  /** Of the API of merchants: samples call it. */
  apiUrl: string
  /** Makes the OpenAPI document of an interface. */
  documentOf(name: ReferenceName): ApiDocument | Promise<ApiDocument>
  optionsOf(name: ReferenceName): ReferenceOptions
}

/** The site of the documents. Each page is made at its first request, and kept. */
export function openSite({ apiUrl, documentOf, optionsOf }: SiteParts): DocsSite {
  const library = readLibrary()
  const rendering = { byFile: library.byFile, apiUrl }
  const page = (shown: Parameters<typeof siteLayout>[1]) => file('text/html; charset=utf-8', siteLayout(library, shown))
  const files = new Map<string, () => SiteFile | Promise<SiteFile>>()
  const serve = (path: string, make: () => SiteFile | Promise<SiteFile>) => files.set(path, onceMade(make))

  serve('/docs', () => page({ title: 'Florin', body: indexBody(library) }))
  for (const document of library.byFile.values())
    serve(document.path, () => page({ title: document.title, page: document, ...renderPage(document, rendering) }))
  for (const { name, path, title } of references)
    serve(path, async () => page({ title, ...(await referenceBody(await documentOf(name), optionsOf(name))) }))
  for (const image of globSync('docs/images/*.png', { cwd: documentsRoot }))
    serve(`/${image.replaceAll('\\', '/')}`, () => file('image/png', readFileSync(join(documentsRoot, image))))
  for (const [name, { type, url }] of Object.entries(assets))
    serve(`/docs/assets/${name}`, () => file(type, readFileSync(new URL(url), 'utf8')))
  serve('/docs/search.json', async () => file('application/json', JSON.stringify(await searchEntries(library))))
  return {
    at: async (path) => files.get(path)?.(),
    notFound: page({ title: 'There is no such page', body: notFoundBody }),
  }
}

const script = 'text/javascript; charset=utf-8'
const assets = {
  'docs.css': { type: 'text/css; charset=utf-8', url: import.meta.resolve('./docs.css') },
  'docs.js': { type: script, url: import.meta.resolve('./docs-script.js') },
  'minisearch.js': { type: script, url: import.meta.resolve('minisearch') },
}

const file = (type: string, body: string | Buffer): SiteFile => ({
  type,
  body,
  tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
})
