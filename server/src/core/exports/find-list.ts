import type { ListFile, ListReader, OpenedListFile } from '#core/access'
import { isPermitted } from '#kernel/http/route.ts'
import type { ExportsContext } from './export-task.ts'
import { refuse } from './refusals.ts'

/** The list that somebody wants as a file, with the filters of an address: `status=failed&created=last-7d`. */
export async function openList(
  { listFiles }: Pick<ExportsContext, 'listFiles'>,
  { list, query, reader }: { list: string; query: string; reader: ListReader },
): Promise<{ file: ListFile; opened: OpenedListFile }> {
  const file = listFor({ listFiles }, { list, reader })
  const { filters } = file
  const sent = Object.fromEntries(new URLSearchParams(query))
  const unknown = Object.keys(sent).find((name) => !(name in filters.shape))
  if (unknown !== undefined)
    throw refuse('invalid_list_query', { field: 'query', why: `it has no filter ${unknown.slice(0, 40)}` })
  const read = filters.safeParse(sent)
  if (!read.success) {
    const [issue] = read.error.issues
    throw refuse('invalid_list_query', { field: 'query', why: `${issue?.path.join('.')} ${issue?.message}` })
  }
  return { file, opened: await file.open(read.data, reader) }
}

/** The list of this name, for who may read it now: refuses with `unknown_list` and `list_not_permitted`. */
export function listFor(
  { listFiles }: Pick<ExportsContext, 'listFiles'>,
  { list, reader }: { list: string; reader: ListReader },
): ListFile {
  const files = listFiles()
  const file = files.get(list)
  if (!file) throw refuse('unknown_list', { field: 'list', list, lists: [...files.keys()].sort().join(', ') })
  const { permission, isOperators } = file
  const mayRead = isPermitted(reader.permissions, permission)
  if (!mayRead || (isOperators && reader.staff.scope.kind !== 'platform'))
    throw refuse('list_not_permitted', { field: 'list', permission })
  return file
}

/**
 * The same query for later: days and words such as `last-7d` become the moments that they mean today, so that the file is
 * of the period for which it was asked, whenever it is written.
 */
export function pinnedQuery(query: string, { period, timeZone }: Pick<OpenedListFile, 'period' | 'timeZone'>): string {
  const { from: _, to: __, created: ___, ...others } = Object.fromEntries(new URLSearchParams(query))
  const moments = period && { created: [period.from, period.until].map((end) => end?.toString() ?? '').join('..') }
  return String(new URLSearchParams({ ...others, ...moments, timeZone }))
}
