import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A document of the repository as a page of the site. */
export type DocPage = {
  /** In the repository: `docs/merchant-guide/api.md`. */
  file: string
  /** On the site: `/docs/merchant-guide/api`. */
  path: string
  /** Its heading of the first rank, as plain text. */
  title: string
  text: string
}

/** Pages for the same readers, in the order in which they are read. */
export type PageGroup = { title: string; pages: readonly { label: string; page: DocPage }[] }

export type Library = { byFile: ReadonlyMap<string, DocPage>; groups: readonly PageGroup[] }

/** The folder of the repository, or of the package, which has the same places. */
export const documentsRoot = join(import.meta.dirname, '../../../..')

/** Every document, grouped by the list at the end of the README; what is not in it follows by its folder. */
export function readLibrary(): Library {
  const files = globSync(['*.md', 'docs/**/*.md'], { cwd: documentsRoot }).map((file) => file.replaceAll('\\', '/'))
  const byFile = new Map(files.toSorted().map((file) => [file, readPage(file)]))
  const overview = byFile.get('README.md')!
  const listed = groupsOfReadme(overview.text, byFile)
  const known = new Set([overview, ...listed.flatMap(({ pages }) => pages.map(({ page }) => page))])
  const rest = [...byFile.values()].filter((page) => !known.has(page))
  const folders = Map.groupBy(rest, ({ file }) => folderTitles[posix.dirname(file)] ?? 'More')
  const more = [...folders].map(([title, pages]) => ({
    title,
    pages: pages.map((page) => ({ label: page.title, page })),
  }))
  return { byFile, groups: [{ title: 'Begin', pages: [{ label: 'Overview', page: overview }] }, ...listed, ...more] }
}

const folderTitles: Readonly<Record<string, string>> = {
  'docs/decisions': 'Decisions',
  'docs/states': 'States',
  'docs/interface': 'Rules',
}

function readPage(file: string): DocPage {
  const text = readFileSync(join(documentsRoot, file), 'utf8')
  const title = plainText(/^# (.+)$/m.exec(text)?.[1] ?? file)
  return { file, path: pathOf(file), title, text }
}

/** `docs/interface/README.md` is `/docs/interface`; `SECURITY.md`, which lies beside the folder, is `/docs/security`. */
function pathOf(file: string): string {
  const name = file.startsWith('docs/') ? file.slice('docs/'.length) : file.toLowerCase()
  return `/docs/${name.replace(/\/README\.md$/, '').replace(/\.md$/, '')}`
}

/** Entries of "Read on": who reads, and links in order. */
function groupsOfReadme(text: string, byFile: ReadonlyMap<string, DocPage>): PageGroup[] {
  const [, list = ''] = text.split(/^## Read on$/m)
  return list
    .split(/^- /m)
    .slice(1)
    .map((entry) => ({
      title: entry.slice(0, entry.search(/[:,]/)),
      pages: [...entry.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].flatMap(([, label, file]) => {
        const page = byFile.get(file!)
        // These have a group of their own, whole and in order.
        return page && !wholeFolders.test(page.file) ? [{ label: capital(label!), page }] : []
      }),
    }))
    .filter(({ pages }) => pages.length > 0)
}

const wholeFolders = /^docs\/(?:decisions|states)\//

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Markdown of one line without its marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|\\(?=\W)/g, '')
    .trim()
