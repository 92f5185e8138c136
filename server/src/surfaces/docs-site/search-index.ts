import GithubSlugger from 'github-slugger'
import { nextTurn } from '#kernel/base/next-turn.ts'
import { type DocPage, type Library, plainText } from './pages.ts'

/** What the search finds: a part of a page, from one heading to the next. */
export type SearchEntry = { id: number; path: string; page: string; heading: string; group: string; text: string }

/** All parts of all pages, each page in a turn of its own. */
export async function searchEntries({ groups }: Library): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = []
  const seen = new Set<DocPage>()
  for (const { title: group, pages } of groups)
    for (const { page } of pages) {
      if (seen.has(page)) continue
      seen.add(page)
      await nextTurn()
      for (const { id, heading, text } of partsOf(page)) {
        const path = id === undefined ? page.path : `${page.path}#${id}`
        entries.push({ id: entries.length, path, page: page.title, heading, group, text })
      }
    }
  return entries
}

type Part = { id: string | undefined; heading: string; text: string }

function partsOf(page: DocPage): Part[] {
  const slugs = new GithubSlugger()
  const parts: { id: string | undefined; heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of page.text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks, title] = (!isCode && /^(#{1,6}) (.+)$/.exec(line)) || []
    if (title === undefined) parts.at(-1)?.lines.push(line)
    else {
      const heading = plainText(title)
      const slug = slugs.slug(heading)
      parts.push({ id: marks === '#' ? undefined : slug, heading, lines: [] })
    }
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: shortened(lines) }))
}

/** Words only: what marks up a table or a block is nothing that people search for. */
const shortened = (lines: readonly string[]): string =>
  plainText(lines.join('\n'))
    .replaceAll(/[|#>]|-{3,}|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
